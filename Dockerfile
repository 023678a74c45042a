# Tag and digest are raised together, in both stages.
FROM python:3.11.16-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7 AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app

COPY requirements-run.txt ./
RUN python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install --require-hashes -r requirements-run.txt

# The fast core of the computer players. Elsewhere it may be missing; an image without it is a fault.
COPY Makefile requirements-core.txt ./
COPY engine ./engine
RUN make core \
    && ls engine/players/_kernel.*.so engine/players/_sampling.*.so

COPY bot ./bot
COPY cogs ./cogs
COPY data ./data
COPY LICENSE ./
# Who runs the bot may not write here, so what Python would keep is compiled now.
RUN /venv/bin/python -m compileall -q bot cogs data engine


FROM python:3.11.16-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7

RUN groupadd --system --gid 10001 spades \
    && useradd --system --uid 10001 --gid spades --no-create-home spades \
    && install --directory --owner spades --group spades --mode 700 /data
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app/LICENSE ./
COPY --from=build /app/bot ./bot
COPY --from=build /app/cogs ./cogs
COPY --from=build /app/data ./data
COPY --from=build /app/engine ./engine

USER 10001:10001
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_PATH=/data/spades.sqlite \
    LOG_FORMAT=json
VOLUME /data

# The bot saves what has begun and ends by itself within ten seconds of SIGTERM.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot", "healthy"]
CMD ["python", "-m", "bot", "run"]
