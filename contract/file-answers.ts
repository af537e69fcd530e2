import { z } from 'zod'
import type { FileType } from './endpoint.ts'

/** The parts of an endpoint that say that it answers a file. @param example its first characters */
function fileAnswer<const Type extends FileType>(answerType: Type, description: string, example: string) {
  return {
    answers: { 200: z.string().meta({ format: 'binary', description }) },
    answerType,
    example: { answer: example },
  } as const
}

export const pdfAnswer = fileAnswer('application/pdf', 'One page A4', '%PDF-1.7')
export const bytesAnswer = fileAnswer('application/octet-stream', 'The file as it was handed in', 'select id from orders')
const jwt = ['A signed JWT', 'eyJhbGciOiJFZERTQSJ9.e30.c2ln'] as const
export const jwtAnswer = fileAnswer('application/jwt', ...jwt)
export const credentialAnswer = fileAnswer('application/vc+jwt', ...jwt)
