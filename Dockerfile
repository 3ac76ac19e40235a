FROM node:24-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./

FROM packages AS pages
RUN npm ci --include=dev
COPY tsconfig.json tsconfig.base.json vite.config.ts ./
COPY scripts scripts
COPY src/contract src/contract
COPY src/web src/web
RUN node -e "import('/shop/scripts/build.ts').then((build) => build.buildWhenNeeded(console.log))"

FROM packages AS production
# Optional packages are PostgreSQL, Node and tools, which the image does not need, and sharp's binaries, copied below.
RUN npm ci --omit=dev --omit=optional
COPY --from=pages /shop/node_modules/@img node_modules/@img

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /shop
RUN install --directory --owner=node --group=node /data
COPY --from=production /shop/node_modules node_modules
COPY --from=pages /shop/dist dist
COPY package.json ./
COPY src/contract src/contract
COPY src/server src/server
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "src/server/cli/ready.ts"]
CMD ["node", "--max-semi-space-size=16", "src/server/main.ts"]
