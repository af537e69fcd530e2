const hello = (row: string, more = '') => `case when ${row}.hello_key is not null then jsonb_build_object(
  'video_url', '/media/hello/' || ${row}.hello_key || '.' || ${row}.hello_type,
  'captions_url', '/media/hello/' || ${row}.hello_key || '.vtt?v=' || left(md5(${row}.hello_vtt), 8),
  'seconds', ${row}.hello_seconds${more}) end`

/** The hello of an instructor as visitors see it; null without one. @param row alias of the instructor */
export const helloSql = (row: string): string => hello(row)

/** The same, with the captions themselves. */
export const helloForStaffSql = (row: string): string => hello(row, `, 'captions', ${row}.hello_vtt`)
