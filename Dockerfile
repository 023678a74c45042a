FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1

WORKDIR /app
COPY requirements.txt ./
RUN pip install --require-hashes -r requirements.txt

COPY . ./
RUN useradd --system --create-home --uid 10001 spades \
    && mkdir /var/lib/spades \
    && chown spades:spades /var/lib/spades

USER spades
ENV DATABASE_PATH=/var/lib/spades/spades.sqlite \
    LOG_FORMAT=json
VOLUME /var/lib/spades

# The bot drains its tables and exits by itself within 10 seconds of SIGTERM.
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot", "run"]
