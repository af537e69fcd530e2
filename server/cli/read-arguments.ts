import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/**
 * What stands after an operator's verb: an id, words and options. Undefined for an id that is none and for an option that
 * the verb does not have: left out in silence, `--amount=100` would send all of a payment back.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: true })
    const [id = '', ...words] = positionals
    return /^[1-9]\d{0,14}$/.test(id) ? { id: Number(id), words: words.join(' '), options: values } : undefined
  } catch {
    return undefined
  }
}

/** The same for what the provider named. */
export function readProviderId(args: string[]): { id: string; words: string } | undefined {
  const [id = '', ...words] = args
  return /^[^\s-]\S{0,199}$/.test(id) ? { id, words: words.join(' ').trim() } : undefined
}
