import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import type { InlineConfig, ViteDevServer } from 'vite'
import { type Config, ConfigError } from '#server/config.ts'
import { createRenderer, type PageRenderer } from './page-renderer.ts'
import { startRendering, UnloadableError } from './rendering-thread.ts'

/** Source of the pages: the finished build, or Vite in development. */
export interface Pages {
  renderer: () => Promise<PageRenderer>
  /** Folder of the built browser files; not set in development. */
  clientFolder?: string
  console: ConsoleFiles
  /** Called once with the listener, before it listens. */
  attach?: (server: Server) => void
  /** Vite's middleware; returns true when it handles the request or calls `next`. */
  intercept?: (request: IncomingMessage, response: ServerResponse, next: () => void) => boolean
}

/** Source of the staff console's files. */
export interface ConsoleFiles {
  /** Returns the page that starts the console. */
  page: () => Promise<string>
  /** Folder of the built assets; not set in development. */
  assetsFolder?: string
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

export async function loadPages(config: Pick<Config, 'development'>, log: Pick<Logger, 'error'>): Promise<Pages> {
  return config.development ? vitePages() : builtPages(log)
}

async function builtPages(log: Pick<Logger, 'error'>): Promise<Pages> {
  const renderer = await startRendering(`${root}build/server/index.js`, log).catch((error: unknown) => {
    if (!(error instanceof UnloadableError)) throw error
    throw new ConfigError(`The pages are not built (${error.message}). Run \`npm start\` or \`npm run serve\`, which build them.`)
  })
  return {
    renderer: async () => renderer,
    clientFolder: `${root}build/client`,
    console: builtConsole(`${root}build/console`),
  }
}

function builtConsole(folder: string): ConsoleFiles {
  return { page: () => readFile(`${folder}/index.html`, 'utf8'), assetsFolder: `${folder}/assets` }
}

/** Starts Vite with the shared listener, because hot reload uses the same port. Pages and console have one Vite each. */
function vitePages(): Pages {
  let site: Promise<ViteDevServer> | undefined
  let console: Promise<ViteDevServer> | undefined
  let known: { build: ServerBuild; renderer: PageRenderer } | undefined
  const started = (vite = site) => vite ?? Promise.reject(new Error('Vite was not attached to the server'))
  return {
    attach(server) {
      const start = (settings: InlineConfig) =>
        import('vite').then(({ createServer }) =>
          createServer({ ...settings, logLevel: 'warn', server: { middlewareMode: true, hmr: { server } }, appType: 'custom' }),
        )
      site = start({ root })
      console = start({ configFile: `${root}vite.console.config.ts`, root: `${root}console` })
      const closing = [site, console]
      server.on('close', () => void Promise.all(closing.map(async (vite) => (await vite).close())))
    },
    async renderer() {
      const build = (await (await started()).ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      // Vite returns a new build after each change of a source file.
      if (known?.build !== build) known = { build, renderer: createRenderer(build, { development: true }) }
      return known.renderer
    },
    console: {
      async page() {
        const html = await readFile(`${root}console/index.html`, 'utf8')
        return (await started(console)).transformIndexHtml('/console/', html)
      },
    },
    intercept(request, response, next) {
      const { url = '' } = request
      const vite = /^\/console(?:[/?]|$)/.test(url) ? console : site
      // Vite removes its base from the URL.
      const pass = () => {
        request.url = url
        next()
      }
      started(vite).then((running) => running.middlewares(request, response, pass), next)
      return true
    },
  }
}
