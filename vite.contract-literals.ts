import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'
import type { Endpoint } from './contract/endpoint.ts'

/** The ids of the modules of literals begin with it. */
export const literalsPrefix = '\0contract-literals:'

/**
 * Gives the browser the endpoints and constants of the contract as literals. A page that imports no schema then loads and runs none, and
 * no examples either. The browser reads `method`, `path`, `access`, `bodyType` and the statuses of an endpoint, and nothing else of it.
 */
export function contractLiterals(): Plugin {
  const folder = `${import.meta.dirname}/contract`
  return {
    name: 'contract-literals',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: { filter: { id: /^contract-literals:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^${literalsPrefix}`) },
      async handler(id) {
        const file = `${folder}/${id.slice(literalsPrefix.length)}`
        this.addWatchFile(file)
        return [...(await literalsOf(file))].map(([name, value]) => `export const ${name} = ${value}\n`).join('')
      },
    },
    transform: {
      filter: { id: /[\\/](?:web|ui)[\\/][^?]+\.tsx?(?:\?|$)/, code: '#contract/' },
      async handler(code) {
        let changed = code
        // From the end, so that the places before it stay the same.
        for (const statement of this.parse(code).body.toReversed()) {
          if (statement.type !== 'ImportDeclaration') continue
          const module = /^#contract\/(.+)$/.exec(statement.source.value)?.[1]
          if (module === undefined) continue
          const literals = await literalsOf(`${folder}/${module}`)
          const isLiteral = (text: string) => literals.has(/^\w+/.exec(text)?.[0] ?? '')
          const names = statement.specifiers.map(({ start, end }) => code.slice(start, end))
          const rest = names.filter((name) => !isLiteral(name))
          if (statement.specifiers.some(({ type }) => type !== 'ImportSpecifier') || rest.length === names.length) continue
          const imports = [`import { ${names.filter(isLiteral).join(', ')} } from 'contract-literals:${module}'`]
          if (rest.length > 0) imports.push(`import { ${rest.join(', ')} } from '#contract/${module}'`)
          changed = changed.slice(0, statement.start) + imports.join(';') + changed.slice(statement.end)
        }
        return changed === code ? null : { code: changed }
      },
    },
  }
}

/** Returns the exports of a module that are endpoints or plain data, as text. */
async function literalsOf(file: string): Promise<Map<string, string>> {
  const exports = Object.entries((await import(file)) as Record<string, unknown>)
  return new Map(
    exports.flatMap(([name, value]) => {
      const read = isEndpoint(value) ? readByBrowser(value) : value
      const text = JSON.stringify(read)
      return text !== undefined && isDeepStrictEqual(JSON.parse(text), read) ? [[name, text]] : []
    }),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value
}

function readByBrowser({ method, path, access, bodyType, answers }: Endpoint) {
  const statuses = Object.fromEntries(Object.keys(answers).map((status) => [status, true]))
  return { method, path, access, answers: statuses, ...(bodyType && { bodyType }) }
}
