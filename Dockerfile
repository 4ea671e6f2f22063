# gannet with its own Chromium. Build: docker build -t gannet .
#
# Run it alone, with the built-in database in a volume:
#   docker run -p 127.0.0.1:8080:8080 -v gannet:/data --shm-size 1g --stop-timeout 35 \
#     --security-opt seccomp=docker/seccomp.json --security-opt no-new-privileges --cap-drop ALL gannet
# or with PostgreSQL: see compose.yaml. Why these options: docs/docker.md.

# The version tells people, the digest tells Docker: the index of the official image for all architectures. Here is the one
# place to raise both, with each release of Node.js 24: docker buildx imagetools inspect node:<version>-bookworm-slim
ARG BASE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json ./client/
RUN npm ci --omit=dev --ignore-scripts

FROM ${BASE}
LABEL org.opencontainers.image.title="gannet" \
  org.opencontainers.image.description="A programmatic browsing engine: a URL in, clean content out." \
  org.opencontainers.image.licenses="Apache-2.0"

# Versions are Debian's newest on purpose: an old browser is a security hole. tini reaps Chromium's orphans.
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    chromium \
    chromium-sandbox \
    fontconfig \
    fonts-dejavu-core \
    fonts-liberation \
    fonts-noto-cjk \
    fonts-noto-color-emoji \
    fonts-noto-core \
    tini \
  && rm -rf /var/lib/apt/lists/* \
  && fc-cache --force \
  && groupadd --gid 10001 gannet \
  && useradd --uid 10001 --gid gannet --no-create-home --home-dir /data --shell /usr/sbin/nologin gannet \
  && install --directory --mode 0700 --owner gannet --group gannet /data

WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY src ./src
COPY client/package.json ./client/
COPY client/src ./client/src

# HOME: what fontconfig and others want to write goes to the temporary folder, so the root file system may be read-only.
# MALLOC_…: freed memory goes back to the system (scripts/setup/frugal.mjs).
ENV NODE_ENV=production \
  HOME=/tmp \
  MALLOC_TRIM_THRESHOLD_=131072 \
  MALLOC_MMAP_THRESHOLD_=1048576 \
  GANNET_HOST=0.0.0.0 \
  GANNET_PORT=8080 \
  GANNET_DATA_DIR=/data \
  GANNET_BROWSER=/usr/lib/chromium/chromium

# By number, so that Kubernetes can see that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GANNET_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["/usr/bin/tini", "--", "node", "--max-semi-space-size=16", "src/main.ts"]
CMD ["serve"]
