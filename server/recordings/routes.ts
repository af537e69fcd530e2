import type { FastifyInstance } from 'fastify'
import { captions } from '#contract/staff/captions.ts'
import * as contract from '#contract/staff/recordings.ts'
import type { Deps } from '../deps.ts'
import { readOnlyResourceRoutes, resourceRoutes, versionsOf, withCurrent } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { captionVerbs } from './caption-records.ts'
import { classRecordingRecords, recordingRecords } from './recording-records.ts'
import { changeRecording, createRecording, releaseRecording, removeRecording, withholdRecording } from './write-recordings.ts'

export function recordingResourceRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, contract.recordings, {
    ...recordingRecords,
    create: createRecording,
    change: changeRecording,
    actions: { release: releaseRecording, remove: removeRecording },
  })
  resourceRoutes(app, deps, captions, captionVerbs)
  readOnlyResourceRoutes(app, deps, contract.classRecordings, classRecordingRecords)
  route(app, deps, contract.withholdRecording, (staff, { params, body, ifMatch }) =>
    withholdRecording(deps, staff, { id: params.id, versions: versionsOf(ifMatch), body }).catch(
      withCurrent(contract.recordings.record),
    ),
  )
}
