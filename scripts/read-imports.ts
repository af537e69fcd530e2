import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

export const isCode = (file: string): boolean => /\.(ts|tsx|mjs|js)$/.test(file)

const endings = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']

export type Reading = {
  imports: { specifier: string; line: number; isType: boolean }[]
  /** Lines that read `process.env`. */
  environmentLines: number[]
  errors: string[]
}

/** Reads all imports of a file: static, re-exported, dynamic and in types. */
export function readImports(file: string): Reading {
  const source = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, source)
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length
  const imports: Reading['imports'] = []
  const environmentLines: number[] = []
  const add = (from: { value?: unknown } | null, start: number, isType: boolean): void => {
    if (typeof from?.value === 'string') imports.push({ specifier: from.value, line: lineAt(start), isType })
  }
  const isProcess = (node: { type: string; name?: unknown } | null): boolean =>
    node?.type === 'Identifier' && node.name === 'process'

  new Visitor({
    ImportDeclaration(node) {
      const isType =
        node.importKind === 'type' ||
        (node.specifiers.length > 0 &&
          node.specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type'))
      add(node.source, node.start, isType)
      const takesEnvironment = node.specifiers.some(
        (one) =>
          one.type === 'ImportDefaultSpecifier' ||
          one.type === 'ImportNamespaceSpecifier' ||
          ('name' in one.imported && one.imported.name === 'env'),
      )
      if (/^(node:)?process$/.test(node.source.value) && takesEnvironment) environmentLines.push(lineAt(node.start))
    },
    ExportNamedDeclaration: (node) => add(node.source, node.start, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.start, node.exportKind === 'type'),
    ImportExpression: (node) => add('value' in node.source ? node.source : null, node.start, false),
    TSImportType: (node) => add(node.source, node.start, true),
    MemberExpression(node) {
      const name = node.computed ? 'value' in node.property && node.property.value : 'name' in node.property && node.property.name
      if (isProcess(node.object) && name === 'env') environmentLines.push(lineAt(node.start))
      if (node.object.type === 'Identifier' && node.object.name === 'globalThis' && name === 'process')
        environmentLines.push(lineAt(node.start))
    },
    VariableDeclarator(node) {
      if (isProcess(node.init) && node.id.type === 'ObjectPattern') environmentLines.push(lineAt(node.start))
    },
  }).visit(program)
  return { imports, environmentLines, errors: errors.map((error) => error.message) }
}

/** Returns what a file imports when it runs. Types are not. It takes a third of the time, because nothing visits the code. */
export function readRuntimeImports(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  return [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => /^['"](.*)['"]$/.exec(source.slice(start, end))?.[1] ?? []),
  ]
}

/** Returns the path or the package that a file imports. Null for the types that React Router generates. */
export function resolveImport(root: string, from: string, specifier: string): { to: string; isPackage: boolean } | null {
  const plain = specifier.replace(/\?.*$/, '')
  const isOurs = plain.startsWith('.') || plain.startsWith('#') || plain.startsWith('/')
  if (!isOurs) return { to: /^(@[^/]+\/)?[^/]+/.exec(plain)?.[0] ?? plain, isPackage: true }
  if (plain.includes('/+types/')) return null
  const path = plain.startsWith('#') ? join(root, plain.slice(1)) : resolve(root, from, '..', plain)
  const found = endings.map((ending) => path + ending).find((candidate) => existsSync(candidate) && statSync(candidate).isFile())
  return { to: relative(root, found ?? path), isPackage: false }
}
