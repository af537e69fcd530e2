import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseArrivalRows = statement('erase_arrival_rows', `delete from arrival_rows where email = $1`)

export const arrivalsPersonalData: PersonalData = {
  exports: {
    address: exportParts({
      arrivals_of_the_school: `select r.source, x.cells, x.outcome, r.created_at, r.ran_at
       from arrival_rows x join arrivals r on r.id = x.arrival_id where x.email = $1 order by r.id, x.line`,
    }),
  },
  erasures: { address: [eraseArrivalRows] },
}
