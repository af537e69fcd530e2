import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BindingPattern, parseSync, type ParamPattern, type PropertyKey, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Words that no declared name, statement name or file name has in it. The right-hand side is the field's term. */
const words: Record<string, string> = {
  kept: 'cached, stored or saved',
  told: 'reported or notified',
  said: 'message, text or answer',
  patience: 'timeoutMs',
  plates: 'illustrations',
  wish: 'pendingChange or request',
  furnished: 'RoomContent',
  books: 'ledger',
}

/** Whole names that were replaced. */
const names: Record<string, string> = {
  NotKept: 'Uncacheable',
  saidBy: 'errorMessage',
  Letter: 'OutgoingMail or MailContent',
  claimOrder: 'reserveOrder',
  placeOrder: 'storeProviderOrder',
  settleEarlier: 'settlePreviousOrders',
  judgeTarget: 'assertTransferable',
  tellOfRequest: 'notifyRequest',
  showRequest: 'presentRequest',
  checkBooks: 'readLedger',
  sweepBooks: 'reconcileLedger',
  deviceOf: 'parseUserAgent',
  findSubject: 'findIllustration',
  keepPage: 'stayOnFailedNavigation',
  tryAgain: 'retryable',
  LateList: 'DeferredList',
  Lost: 'LoadFailed',
  look: 'variant',
  Awaited: 'LoadingDialog',
  verifyOtp: 'verifyCode',
  updateProfile: 'requestChange',
  verifyUpdate: 'confirmChange',
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
/** `keep-page` and `keepPage` are the same name. */
const inCamelCase = (name: string) => name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Names that a file declares: variables, parameters, functions, classes, types, fields, properties; and those of its statements. */
function declaredIn(path: string): string[] {
  const found: string[] = []
  const pattern = (node: BindingPattern | ParamPattern | null | undefined): void => {
    if (node?.type === 'Identifier') found.push(node.name)
    else if (node?.type === 'AssignmentPattern') pattern(node.left)
    else if (node?.type === 'RestElement') pattern(node.argument)
    else if (node?.type === 'ArrayPattern') for (const element of node.elements) pattern(element)
    else if (node?.type === 'ObjectPattern')
      for (const one of node.properties) pattern(one.type === 'RestElement' ? one : one.value)
  }
  const key = (node: PropertyKey): void => {
    if (node.type === 'Identifier') found.push(node.name)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => pattern(id),
    FunctionDeclaration({ id, params }) {
      if (id) found.push(id.name)
      for (const param of params) pattern(param)
    },
    FunctionExpression({ params }) {
      for (const param of params) pattern(param)
    },
    ArrowFunctionExpression({ params }) {
      for (const param of params) pattern(param)
    },
    ClassDeclaration({ id }) {
      if (id) found.push(id.name)
    },
    TSInterfaceDeclaration: ({ id }) => void found.push(id.name),
    TSTypeAliasDeclaration: ({ id }) => void found.push(id.name),
    TSPropertySignature: (node) => key(node.key),
    TSMethodSignature: (node) => key(node.key),
    MethodDefinition: (node) => key(node.key),
    PropertyDefinition: (node) => key(node.key),
    Property(node) {
      if (!node.shorthand) key(node.key)
    },
    CallExpression({ callee, arguments: [name] }) {
      const isStatement = callee.type === 'Identifier' && callee.name === 'statement'
      if (isStatement && name?.type === 'Literal' && typeof name.value === 'string') found.push(name.value)
    },
  }).visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program)
  return found
}

function breachesOf(name: string): string[] {
  const whole = [name, inCamelCase(name)].find((one) => Object.hasOwn(names, one))
  if (whole) return [`${name}: say ${names[whole]}`]
  return wordsOf(name).flatMap((word) => (Object.hasOwn(words, word) ? [`${name}: "${word}" is ${words[word]}`] : []))
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')

test('no old name is declared or names a statement', () => {
  // This file lists the old names as properties.
  const files = tracked.filter((file) => /\.(?:tsx?|mjs)$/.test(file) && file !== 'scripts/old-names.test.ts')
  expect(files.length).toBeGreaterThan(500)
  const breaches = files.flatMap((file) =>
    declaredIn(file)
      .flatMap(breachesOf)
      .map((breach) => `${file}: ${breach}`),
  )
  expect([...new Set(breaches)]).toEqual([])
})

test('no file has an old name', () => {
  // Applied migrations are checksummed and keep their names; modules of pages are named by their addresses.
  const files = tracked.filter((file) => !/^(?:server\/db\/migrations|web\/routes)\//.test(file))
  expect(files.filter((file) => breachesOf(basename(file).replace(/\..*$/, '')).length > 0)).toEqual([])
})

test.each(['keptPage', 'told_at', 'sayWish', 'claim-order', 'saidBy'])('finds the old name %s', (name) => {
  expect(breachesOf(name)).not.toEqual([])
})
