/** SQL of the text by which staff find a student. The index `users_by_words` has it in lower case. */
export const studentWords = (user: string): string =>
  `${user}.full_name || ' ' || case when ${user}.erased_at is null then ${user}.email else '' end || ' ' || coalesce(${user}.phone, '')`

/** SQL of the ids of the students with a phone number, as people write it. */
export const holdersOfPhone = (value: string): string => `
  select h.id from users h where h.phone = case when ${value} similar to '[+0-9 ()-]{10,20}'
    then right(regexp_replace(${value}, '[^0-9]', '', 'g'), 10) end`
