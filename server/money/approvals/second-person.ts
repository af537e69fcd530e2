import { aloneHours } from '#contract/staff-rules.ts'
import { conflict } from '#server/platform/errors/errors.ts'

/** Who asked for many acts together and who decided about all of them. The same person where nobody else could. */
export interface TwoPersons {
  askedBy: number
  /** ISO 8601; null in a trial, before anybody has asked. */
  askedAt: string | null
  decidedBy: number
}

/**
 * SQL about who decides what one person has asked for. Who asks never does, unless nobody else could for a day.
 * @param asked alias of the row that was asked for, with `state`, `asked_by` and `asked_at`
 * @param hasPermission whether the member of staff `m` has the permission of the act
 */
export function secondPersonSql(asked: string, hasPermission: string) {
  const isEntitled = `m.accepted_at is not null and m.disabled_at is null and ${hasPermission}`
  const mayDecide = `m.id <> ${asked}.asked_by and ${isEntitled}`
  const isAlone = `not exists (select 1 from staff m where ${mayDecide})`
  const isAloneForLong = `${asked}.asked_at <= app_now() - interval '${aloneHours} hours'`
  return {
    /** Whether the member of staff `m` may decide. */
    mayDecide,
    /** Whether nobody but the person who asked may decide. */
    isAlone,
    /** Whether so many hours have passed that the person who asked may decide alone. */
    isAloneForLong,
    /** When the person who asked may decide; null while somebody else can, and unless it waits. */
    aloneFrom: `case when ${asked}.state = 'waiting' and ${isAlone} then ${asked}.asked_at + interval '${aloneHours} hours' end`,
    /** Names of the staff who can decide; null when nobody can, and unless it waits. */
    deciders: `case when ${asked}.state = 'waiting' then (select string_agg(m.name, ', ' order by lower(m.name), m.id) from staff m where ${mayDecide}) end`,
    /** Whether it waits for a person: as the second one, or as the one who asked and is alone by now. */
    waitsFor: (staffId: string) => `(${asked}.state = 'waiting' and exists (select 1 from staff m
    where m.id = ${staffId} and ${isEntitled} and (m.id <> ${asked}.asked_by or ${isAlone} and ${isAloneForLong})))`,
  }
}

/** Refuses a decision by the person who asked. @throws HttpError 409 unless nobody else could decide for a day */
export function assertAloneForLong({ alone, passed }: { alone: boolean; passed: boolean }): void {
  if (!alone) throw conflict('own_request', 'You asked for this. Another person has to decide.')
  if (!passed) throw conflict('too_early', `Nobody else can decide, so this waits for ${aloneHours} hours.`)
}
