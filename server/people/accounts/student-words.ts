import { beginningWith, containing } from '#server/platform/db/containing.ts'

/** SQL of the text by which staff find a student. The index `users_by_folded_words` has it folded. */
export const studentWords = (user: string): string =>
  `${user}.full_name || ' ' || case when ${user}.erased_at is null then ${user}.email else '' end || ' ' || coalesce(${user}.phone, '')`

/** SQL of the ids of the students with a phone number. A search has its ten digits, however they were written. */
export const holdersOfPhone = (value: string): string => `select h.id from users h where h.phone = ${value}`

/**
 * SQL of the students who match a search: `id`, and a `place` by which those whose name or address begins with it come first. Each
 * place is searched for as many as are shown, in the order of names, so that a name of many students costs no more than a rare one.
 * The statement must be planned each time.
 * @param value SQL of the search
 * @param limit SQL of the number of students
 * @param where condition on `u`, such as to leave out closed accounts
 * @param ids SQL of the ids of students who match by something else than words
 */
export const studentsFound = (value: string, limit: string, where: string, ids: string): string => {
  const inOrder = `order by folded(u.full_name), u.id limit ${limit}`
  const begins = [`folded(u.full_name)`, 'u.email'].map((text) => `${text} like ${beginningWith(value)}`)
  return `
  with first as materialized (
    ${begins.map((condition) => `(select u.id from users u where ${where} and ${condition} ${inOrder})`).join(' union ')}
  ), others as (
    select u.id from users u
    where ${where} and (select count(*) from first) < ${limit} and u.id <> all (array(select id from first))
      and (folded(${studentWords('u')}) like ${containing(value)} or u.id = any (array(${ids})))
    ${inOrder}
  )
  select id, 1 as place from first union all select id, 2 from others`
}
