import { readFileSync } from 'node:fs';
import { version } from '../version.ts';

/** With it Chromium's own sandbox works without any privilege (docs/docker.md). */
export const seccompProfile = (): string =>
  readFileSync(new URL('../../docker/seccomp.json', import.meta.url), 'utf8');

/** A compose file that stands alone: the image is built from the package of this version. Why these options: docs/docker.md. */
export const composeFile = (): string => `# gannet and PostgreSQL: docker compose up --build --detach
name: gannet

services:
  gannet:
    build:
      dockerfile_inline: |
        FROM node:24-bookworm-slim
        RUN apt-get update \\
          && apt-get install -y --no-install-recommends chromium chromium-sandbox fontconfig fonts-liberation \\
             fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji tini \\
          && rm -rf /var/lib/apt/lists/* \\
          && npm install --global --ignore-scripts gannet@${version} \\
          && useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin gannet \\
          && install --directory --mode 0700 --owner gannet --group gannet /data
        ENV HOME=/tmp
        USER 10001:10001
        ENTRYPOINT ["/usr/bin/tini", "--", "gannet"]
        CMD ["serve"]
    restart: unless-stopped
    depends_on:
      postgres:
        condition: service_healthy
    ports:
      # This machine only; put a reverse proxy with TLS in front of it for others.
      - "127.0.0.1:\${GANNET_PUBLISHED_PORT}:8080"
    # Whatever is set there counts, but for what follows.
    env_file: .env
    environment:
      DATABASE_URL: postgres://gannet:\${POSTGRES_PASSWORD}@postgres:5432/gannet
      GANNET_HOST: 0.0.0.0
      GANNET_PORT: 8080
      GANNET_DATA_DIR: /data
    volumes:
      - data:/data
    shm_size: 1gb
    stop_grace_period: 35s
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true", "seccomp:seccomp.json"]
    read_only: true
    tmpfs: ["/tmp:mode=1777,size=2g"]
    networks: [internal, web]

  postgres:
    image: postgres:17
    restart: unless-stopped
    environment:
      POSTGRES_USER: gannet
      POSTGRES_DB: gannet
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD}
    volumes:
      - postgres:/var/lib/postgresql/data
    healthcheck:
      test: [CMD, pg_isready, --username, gannet, --dbname, gannet]
      interval: 5s
      retries: 12
      start_period: 30s
    networks: [internal]

networks:
  web:
  internal:
    internal: true

volumes:
  data:
  postgres:
`;
