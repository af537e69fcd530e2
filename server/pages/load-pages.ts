import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { type Config, ConfigError } from '../config.ts'

/** Source of the pages: the finished build, or Vite in development. */
export interface Pages {
  build: () => Promise<ServerBuild>
  /** Folder of the built browser files; not set in development. */
  clientFolder?: string
  /** Called once with the listener, before it listens. */
  attach?: (server: Server) => void
  /** Vite's middleware; returns true when it handles the request or calls `next`. */
  intercept?: (request: IncomingMessage, response: ServerResponse, next: () => void) => boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export async function loadPages(config: Pick<Config, 'development'>): Promise<Pages> {
  return config.development ? vitePages() : builtPages()
}

async function builtPages(): Promise<Pages> {
  const entry = `${root}build/server/index.js`
  const build = (await import(pathToFileURL(entry).href).catch((error: unknown) => {
    throw new ConfigError(`The pages are not built (${String(error)}). Run \`npm start\` or \`npm run serve\`, which build them.`)
  })) as ServerBuild
  return { build: async () => build, clientFolder: `${root}build/client` }
}

/** Starts Vite with the shared listener, because hot reload uses the same port. */
function vitePages(): Pages {
  let vite: Promise<ViteDevServer> | undefined
  const started = () => vite ?? Promise.reject(new Error('Vite was not attached to the server'))
  return {
    attach(server) {
      vite = import('vite').then(({ createServer }) =>
        createServer({ root, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' }),
      )
      server.on('close', () => void vite?.then((running) => running.close()))
    },
    build: async () => (await (await started()).ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    intercept(request, response, next) {
      started().then((running) => running.middlewares(request, response, next), next)
      return true
    },
  }
}
