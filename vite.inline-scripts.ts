import { build, type Plugin } from 'vite'

/**
 * Makes `import text from 'inline-script:web/module.ts'` the text of one script that needs no other file, to be part of a document.
 * Only the server writes documents, so a browser's module gets an empty text.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    resolveId: { filter: { id: /^inline-script:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0inline-script:/ },
      async handler(id) {
        if (this.environment.name === 'client') return 'export default ""'
        const { code, sources } = await buildScript(`${import.meta.dirname}/${id.slice('\0inline-script:'.length)}`)
        for (const source of sources) this.addWatchFile(source)
        return `export default ${JSON.stringify(code)}`
      },
    },
  }
}

async function buildScript(input: string): Promise<{ code: string; sources: string[] }> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${input} was not built`)
  const [script, ...rest] = output.output
  if (rest.length > 0) throw new Error(`${input} needs more than one file`)
  // It would end the element that the text is in.
  if (/<\/script|<!--/i.test(script.code)) throw new Error(`${input} has text that ends a script`)
  return { code: script.code.trim(), sources: script.moduleIds }
}
