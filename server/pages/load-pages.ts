import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { type Config, ConfigError } from '../config.ts'

/** Where the pages come from: the finished build, or Vite while developing. */
export interface Pages {
  build: () => Promise<ServerBuild>
  /** Folder of the browser's files, when they are finished. */
  clientFolder?: string
  /** Vite's own middleware; true when it may answer and will call `next` otherwise. */
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

async function vitePages(): Promise<Pages> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
  return {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    intercept(request, response, next) {
      vite.middlewares(request, response, next)
      return true
    },
  }
}
