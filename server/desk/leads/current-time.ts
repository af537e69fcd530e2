import { statement } from '#server/platform/db/query.ts'

export const currentTime = statement<{ now: Date }>('current_time', `select app_now() as now`)
