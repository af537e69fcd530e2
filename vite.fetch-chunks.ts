import type { Plugin } from 'vite'

/** Makes every `import()` of the browser's code fetch its chunks first, with `ui/fetch-chunks.ts`, so that it can be repeated. */
export function fetchChunksFirst(): Plugin {
  let base = '/'
  return {
    name: 'fetch-chunks-first',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite names the imports of a chunk only, and none at all for a chunk without imports.
          resolveDependencies: (chunk, imports, { hostType }) =>
            hostType === 'js' ? [...new Set([chunk, ...imports])] : imports,
        },
      },
    }),
    configResolved(config) {
      base = config.base
    },
    load: {
      // Vite wraps each `import()` into a call of this module.
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `
        import { fetchChunks, runInTurn } from ${JSON.stringify(`${import.meta.dirname}/ui/fetch-chunks.ts`)}
        export const __vitePreload = async (load, paths = []) => {
          const chunks = paths.map((path) => ${JSON.stringify(base)} + path)
          await fetchChunks(chunks)
          await runInTurn(chunks)
          return load()
        }`,
    },
  }
}
