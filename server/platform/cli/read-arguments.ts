import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/**
 * Parses an id, words and options. Returns undefined for an invalid id and for an unknown option: if a misspelt
 * `--amount=100` were ignored, the whole payment would be refunded.
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

/** Parses an id of the provider and words; undefined when the id is invalid. */
export function readProviderId(args: string[]): { id: string; words: string } | undefined {
  const [id = '', ...words] = args
  return /^[^\s-]\S{0,199}$/.test(id) ? { id, words: words.join(' ').trim() } : undefined
}
