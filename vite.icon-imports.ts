import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Imports each icon from its own module instead of the index of all icons. Through the index every module with an icon would import all
 * of them, so that a page's icons would be put where all pages load them.
 */
export function iconImports(): Plugin {
  const index = join(import.meta.dirname, 'node_modules/lucide-react/dist/esm/lucide-react.mjs')
  const files = new Map<string, string>()
  return {
    name: 'icon-imports',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(
        /^export \{(.+)\} from '(\.\/icons\/.+)';$/gm,
      )) {
        for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(index), file))
      }
    },
    transform: {
      filter: { id: /[\\/](?:web|ui)[\\/][^?]+\.tsx?(?:\?|$)/, code: 'lucide-react' },
      handler(code) {
        let changed = code
        // From the end, so that the places before it stay the same.
        for (const statement of this.parse(code).body.toReversed()) {
          if (statement.type !== 'ImportDeclaration' || statement.source.value !== 'lucide-react') continue
          const imports = statement.specifiers.map((specifier) => {
            const imported =
              specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier' ? specifier.imported.name : ''
            const file = files.get(imported)
            if (file === undefined) throw new Error(`lucide-react has no icon ${imported || specifier.local.name}`)
            return `import ${specifier.local.name} from ${JSON.stringify(file)}`
          })
          changed = changed.slice(0, statement.start) + imports.join(';') + changed.slice(statement.end)
        }
        return changed === code ? null : { code: changed }
      },
    },
  }
}
