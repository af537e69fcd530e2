import { importLimits } from '#contract/desk/staff/imports.ts'
import { ShownError } from '#console/kit/api/error-text.ts'

/**
 * Returns the text of a file. Microsoft's programs write UTF-16 with a byte order mark, the others UTF-8.
 * @throws ShownError for a file that is too large, or no text
 */
export async function readTextFile(file: Blob, { tooLarge, notText }: { tooLarge: string; notText: string }): Promise<string> {
  // UTF-16 needs two bytes where UTF-8 often needs one. The server counts those of UTF-8.
  if (file.size > 2 * importLimits.bytes) throw new ShownError(tooLarge)
  const data = await file.arrayBuffer()
  const [first, second] = new Uint8Array(data)
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(data)
  } catch {
    throw new ShownError(notText)
  }
}
