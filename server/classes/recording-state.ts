/**
 * Returns the SQL of the state of a class's recording: null until the class is over.
 * @param session alias of the class
 * @param hours parameter: hours after which a recording is missing
 */
export const recordingState = (session: string, hours: string): string => `case when ${session}.ends_at > app_now() then null
       when exists (select 1 from recordings r where r.session_id = ${session}.id) then 'ready'
       when ${session}.ends_at > app_now() - make_interval(hours => ${hours}::integer) then 'expected' else 'missing' end`
