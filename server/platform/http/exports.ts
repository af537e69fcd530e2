import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { type ListExport, logExport } from '#server/platform/audit/log-export.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { FileAnswer } from './file-answer.ts'

/** Returns a file that is ready, and writes it to the audit log first. */
export async function csvAnswer(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  request: Pick<FastifyRequest, 'method'>,
  { name, file, ...logged }: ListExport & { name: string; file: string | Readable },
): Promise<FileAnswer> {
  if (request.method !== 'HEAD') await logExport(deps, staff, logged)
  return new FileAnswer(file, { attachment: name })
}
