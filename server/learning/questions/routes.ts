import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/learning/questions.ts'
import * as forStaff from '#contract/learning/staff/questions.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { acceptAsStaff, answerAsStaff, removeAnswer, removeQuestion } from './act-on-question.ts'
import { acceptAnswer, answerQuestion, deleteAnswer } from './answer-question.ts'
import { askQuestion } from './ask-question.ts'
import { deleteQuestion, editQuestion } from './edit-question.ts'
import { listQuestions } from './list-questions.ts'
import { questionRecords, readQuestionAnswers } from './question-records.ts'
import { readQuestion } from './read-question.ts'

const asking = { student: { name: 'question', calls: contract.questionsAnHour.questions, minutes: 60 } }
const answering = { student: { name: 'answer', calls: contract.questionsAnHour.answers, minutes: 60 } }

export function questionRoutes(app: FastifyInstance, deps: Deps): void {
  const withStale = withCurrent(contract.readQuestion.answers[200])
  route(app, deps, contract.listQuestions, (student, input) => listQuestions(deps, student, input))
  route(
    app,
    deps,
    contract.askQuestion,
    async (student, input, reply) => {
      reply.code(201)
      return askQuestion(deps, student, input)
    },
    asking,
  )
  route(app, deps, contract.readQuestion, async (student, { params }, reply) =>
    withVersion(reply, await readQuestion(deps, student, params.id)),
  )
  route(app, deps, contract.editQuestion, async (student, { params, body, ifMatch }, reply) => {
    const versions = versionsOf(ifMatch)
    return withVersion(reply, await editQuestion(deps, student, { params, body, query: undefined, versions }).catch(withStale))
  })
  route(app, deps, contract.deleteQuestion, (student, { params }) => deleteQuestion(deps, student, params.id))
  route(
    app,
    deps,
    contract.answerQuestion,
    async (student, { params, body }, reply) => {
      reply.code(201)
      return answerQuestion(deps, student, { id: params.id, body: body.body })
    },
    answering,
  )
  route(app, deps, contract.deleteAnswer, (student, { params }) => deleteAnswer(deps, student, params.id))
  route(app, deps, contract.acceptAnswer, (student, { params, body }) =>
    acceptAnswer(deps, student, { id: params.id, answerId: body.answer_id }),
  )
  staffRoutes(app, deps)
}

function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const withStale = withCurrent(forStaff.questions.record)
  readOnlyResourceRoutes(app, deps, forStaff.questions, questionRecords)
  route(app, deps, forStaff.readQuestionAnswers, async (staff, { params }) => ({
    answers: await readQuestionAnswers(deps, staff, params.id),
  }))
  route(app, deps, forStaff.answerAsStaff, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await answerAsStaff(deps, staff, { ...target, body: body.body }).catch(withStale))
  })
  route(app, deps, forStaff.acceptAsStaff, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await acceptAsStaff(deps, staff, { ...target, answerId: body.answer_id }).catch(withStale))
  })
  route(app, deps, forStaff.removeAnswer, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await removeAnswer(deps, staff, { ...target, answerId: body.answer_id }).catch(withStale))
  })
  route(app, deps, forStaff.removeQuestion, async (staff, { params, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await removeQuestion(deps, staff, target).catch(withStale))
  })
}
