import { existsSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { BrandLook } from '#server/platform/settings/brand-look.ts'

export interface Asked {
  document: unknown
  look: BrandLook | undefined
}
export type Answered = { pdf: Uint8Array } | { problem: string }

interface Built {
  drawDocument: (document: unknown, look: BrandLook | undefined) => Promise<Uint8Array>
}

// Built by vite.mail.config.ts, because Node cannot run JSX.
const built = new URL('../../../build/mail/documents.js', import.meta.url)

parentPort?.on('message', ({ document, look }: Asked) => {
  const answer = (answered: Answered) => parentPort?.postMessage(answered, [])
  draw(document, look).then(
    (pdf) => answer({ pdf }),
    (error: unknown) => answer({ problem: error instanceof Error ? error.message : String(error) }),
  )
})

async function draw(document: unknown, look: BrandLook | undefined): Promise<Uint8Array> {
  if (!existsSync(built)) throw new Error('The documents are not built: run npm start once, it builds them.')
  const { drawDocument }: Built = await import(built.href)
  return drawDocument(document, look)
}
