import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/notes.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listClassNotes } from './own-notes.ts'
import { addClassNote, changeClassNote, deleteClassNote } from './write-notes.ts'

export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listClassNotes, (student, { params }) => listClassNotes(deps.db, student, params.session_id))
  route(app, deps, contract.addClassNote, (student, input) => addClassNote(deps, student, input))
  route(app, deps, contract.changeClassNote, (student, input) => changeClassNote(deps, student, input))
  route(app, deps, contract.deleteClassNote, (student, { params }) => deleteClassNote(deps, student, params))
}
