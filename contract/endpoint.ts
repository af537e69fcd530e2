import type { z } from 'zod'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether a method is safe (RFC 9110, 9.2.1). Every other method is handled as a write. */
export function onlyReads(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** An access of staff whose role has the permission. */
export interface StaffAccess {
  readonly staff: Permission
  /**
   * The call asks for a second factor of the last 15 minutes. A recovery code counts only with `or_recovery`: for the
   * replacement of one's own lost factors.
   */
  readonly stepUp?: true | 'or_recovery'
}

/**
 * `public` ignores credentials; `optional` uses a student's if present and `optional-staff` those of staff; `student`,
 * `student-or-staff` and `StaffAccess` require them. `attendee` requires these or the key of
 * a guest of a class.
 */
export type Access = 'public' | 'optional' | 'optional-staff' | 'student' | 'student-or-staff' | 'attendee' | StaffAccess

type Schema = z.ZodType
export type Answers = { readonly [status: number]: Schema }
/** `answered`: the answer has the record's version as its ETag. `required`: the call also names a version in If-Match. */
export type Versioned = 'answered' | 'required' | undefined

/** Media types of the files that calls answer. */
export type FileType =
  | 'text/csv'
  | 'text/calendar'
  | 'application/pdf'
  | 'application/xml'
  | 'application/jwt'
  | 'application/vc+jwt'
  | 'application/octet-stream'

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Answers = Answers,
  Reach extends Access = Access,
  Version extends Versioned = Versioned,
> {
  readonly name: string
  readonly method: Method
  /** Path below the API root. The trailing slash is canonical; the form without it works too. */
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  readonly access: Reach
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answers: Answer
  /** Error statuses besides 400, 413, 415, 429, 500 and 503, and besides 401 and 403 for staff endpoints. */
  readonly errors?: readonly (401 | 403 | 404 | 409 | 410 | 412 | 428)[]
  /** Schemas of errors with more fields than the common error body, by status. */
  readonly failures?: Answers
  readonly version?: Version
  /** The body may have 256 KiB instead of 32, or 2 MiB with a file as text. Only for staff, who are authorised before the body is read. */
  readonly largeBody?: boolean | 'file'
  /** A short call that stores rows for many people, so it is refused while the disk is nearly full. */
  readonly storesMuch?: true
  /** Type of the body when it is not JSON. Such an endpoint is mounted in a scope that can parse it. */
  readonly bodyType?: 'multipart/form-data'
  /** Media type of the first answer when it is not JSON. */
  readonly answerType?: FileType
  /** Example of the body, of the first answer and of others by status, for the OpenAPI document. */
  readonly example: {
    readonly body?: unknown
    readonly answer: unknown
    readonly others?: { readonly [status: number]: unknown }
  }
  /** Continues what the caller has begun, such as a payment. Under load it goes before calls that begin something. */
  readonly begun?: true
  /** Set when the answer is the same for everyone: it is cached until one of these tags changes. */
  readonly cacheTags?: readonly string[]
}

export function endpoint<
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  const Answer extends Answers = Answers,
  const Reach extends Access = Access,
  const Version extends Versioned = undefined,
>(definition: Endpoint<Params, Query, Body, Answer, Reach, Version>): Endpoint<Params, Query, Body, Answer, Reach, Version> {
  return definition
}

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Key]: Value }

/** Input of a caller: params, query and body before parsing, and the version that a change is based on. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Answers, Access, infer V>
    ? Part<'params', StringsOf<z.input<P>>> &
        Part<'query', z.input<Q>> &
        Part<'body', z.input<B>> &
        ([V] extends ['required'] ? { ifMatch: number } : unknown)
    : never
/** Input of a handler: params, query and body after parsing. */
export type ParsedOf<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> } : never
/** Body of a successful answer. */
export type AnswerOf<E> = E extends Endpoint<Schema, Schema, Schema, infer A> ? z.output<A[keyof A & number]> : never

type StringsOf<T> = { [K in keyof T]: T[K] | number }
