import { z } from 'zod'

/** Bytes of a file that staff import. */
export const importedBytes = 1024 * 1024

/** A file that staff import: a text that is separated by commas, semicolons or tabs, or a workbook of Excel (.xlsx) in base64. */
export const importedFile = {
  text: z
    .string({ error: 'Please choose a file.' })
    .min(1, 'Please choose a file.')
    .max(importedBytes, 'The file is larger than 1 MiB. Please split it.')
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'The file is not in UTF-8. Please save it as “CSV UTF-8”.')
    .optional(),
  workbook: z
    .string({ error: 'Please choose a file.' })
    .min(1, 'Please choose a file.')
    // Four letters have three bytes.
    .max(Math.ceil(importedBytes / 3) * 4, 'The file is larger than 1 MiB. Please split it.')
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Please send the workbook in base64.')
    .optional(),
} as const

/** A call sends one of the two. */
export const namesOneFile = {
  when: ({ text, workbook }: { text?: string | undefined; workbook?: string | undefined }) =>
    (text === undefined) !== (workbook === undefined),
  refusal: { path: ['text'], error: 'Please choose a file.' },
}
