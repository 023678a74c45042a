// What the page does beyond simcord's own script: links stay here, answers come into sight, and
// routine is not told.

const CHANNELS = "https://discord.com/channels/";

/** The newest message stands for a place that this page does not show. */
function shown(address) {
  const id = new URL(address).pathname.split("/").at(-1);
  const messages = [...document.querySelectorAll("#channel-message-list [data-message-id]")];
  return messages.find((message) => message.dataset.messageId === id) || messages.at(-1);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!link || !link.href.startsWith(CHANNELS)) return;
  event.preventDefault();
  const message = shown(link.href);
  if (!message) return;
  message.scrollIntoView({ block: "nearest" });
  message.classList.remove("is-shown");
  void message.offsetWidth; // An animation begins again only after a layout without it.
  message.classList.add("is-shown");
}, true);

// Discord shows the answer to a command or a press; simcord stays where the reader is.
const ANSWER = ".message-ephemeral-note, .message-interaction-header";
const timeline = document.getElementById("channel-timeline");
const latest = document.getElementById("new-messages");
let asked = false;
document.addEventListener("click", (event) => {
  if (event.target !== latest) asked = true;
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") asked = true;
}, true);
document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) asked = false; // Somebody else looks from now on.
}, true);
new MutationObserver((changes) => {
  const added = changes.flatMap((change) => [...change.addedNodes]);
  const answer = added.find((node) => node instanceof Element && node.querySelector(ANSWER));
  if (!asked || !answer) return;
  asked = false;
  latest.click();
  // What is higher than the page is read from its beginning.
  requestAnimationFrame(() => {
    if (answer.offsetHeight > timeline.clientHeight) answer.scrollIntoView({ block: "start" });
  });
}).observe(document.getElementById("channel-message-list"), { childList: true });

// "Callback completed" at each press is for who writes a bot; what went wrong is for who plays.
const TROUBLE = /uncertain|not completed|awaiting|interrupted|ended|unavailable/;
const status = document.getElementById("action-status");
new MutationObserver(() => {
  status.classList.toggle("is-trouble", TROUBLE.test(status.textContent));
}).observe(status, { childList: true, characterData: true, subtree: true });
