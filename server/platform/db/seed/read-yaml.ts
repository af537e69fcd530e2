import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'

/** Thrown for an invalid content file. The message lists every `file: field: reason`. */
export class ContentError extends Error {
  override name = 'ContentError'
  constructor(file: string, problems: readonly string[], options?: ErrorOptions) {
    super(problems.map((problem) => `${file}: ${problem}`).join('\n'), options)
  }
}

/** Reads one YAML file below `folder` and parses it with `shape`. @throws ContentError */
export async function readYaml<T extends z.ZodType>(folder: string, file: string, shape: T): Promise<z.output<T>> {
  let source: string
  try {
    source = await readFile(join(folder, file), 'utf8')
  } catch (cause) {
    throw new ContentError(file, ["can't be read"], { cause })
  }
  let value: unknown
  try {
    value = parse(source)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ContentError(file, [`is not valid YAML: ${reason}`], { cause })
  }
  const result = shape.safeParse(value)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${fieldPath(issue.path)}: ${issue.message}`)
    throw new ContentError(file, problems)
  }
  return result.data
}

function fieldPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text.replace(/^\./, '') || '(whole file)'
}
