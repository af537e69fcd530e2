import type { FastifyInstance } from 'fastify'
import { captions } from '#contract/classes/staff/captions.ts'
import * as contract from '#contract/classes/staff/recordings.ts'
import * as uploadContract from '#contract/classes/staff/recording-uploads.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, resourceRoutes, versionsOf, withCurrent } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { captionVerbs } from './caption-records.ts'
import { playingRoutes } from '#server/classes/recordings/playing/routes.ts'
import { cancelRecordingUpload } from '#server/classes/recordings/uploads/cancel-upload.ts'
import { receiveRoutes } from '#server/classes/recordings/uploads/receive-routes.ts'
import { startRecordingUpload } from '#server/classes/recordings/uploads/start-upload.ts'
import { uploadRecords } from '#server/classes/recordings/uploads/upload-records.ts'
import { classRecordingRecords, recordingRecords } from './recording-records.ts'
import { changeRecording, createRecording, releaseRecording, removeRecording, withholdRecording } from './write-recordings.ts'

export function recordingRoutes(app: FastifyInstance, deps: Deps): void {
  playingRoutes(app, deps)
  resourceRoutes(app, deps, contract.recordings, {
    ...recordingRecords,
    listForFile: recordingRecords.list,
    create: createRecording,
    change: changeRecording,
    actions: { release: releaseRecording, remove: removeRecording },
  })
  resourceRoutes(app, deps, captions, captionVerbs)
  readOnlyResourceRoutes(app, deps, contract.classRecordings, classRecordingRecords)
  readOnlyResourceRoutes(app, deps, uploadContract.recordingUploads, uploadRecords)
  route(app, deps, uploadContract.startRecordingUpload, async (staff, { body }, reply) => {
    const made = await startRecordingUpload(deps, staff, { body })
    reply.code(201)
    return made
  })
  route(app, deps, uploadContract.cancelRecordingUpload, (staff, { params }) => cancelRecordingUpload(deps, staff, params))
  receiveRoutes(app, deps)
  route(app, deps, contract.withholdRecording, (staff, { params, body, ifMatch }) =>
    withholdRecording(deps, staff, { id: params.id, versions: versionsOf(ifMatch), body }).catch(
      withCurrent(contract.recordings.record),
    ),
  )
}
