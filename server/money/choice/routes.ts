import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/choice.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readPaymentChoice } from './read-choice.ts'
import { listOwnPrices } from './list-own-prices.ts'
import { quotePrice, savePaymentChoice } from './save-choice.ts'

export function choiceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.savePaymentChoice, (student, input) => savePaymentChoice(deps, student, input))
  // A college shares one network. Codes have a limit of their own.
  route(app, deps, contract.quotePrice, (visitor, input) => quotePrice(deps, visitor, input), {
    network: { name: 'quote', calls: 3000, minutes: 60 },
  })
  route(app, deps, contract.listOwnPrices, async (student) => ({ items: await listOwnPrices(deps, student) }))
  route(app, deps, contract.readPaymentChoice, (student, input) => readPaymentChoice(deps, student, input))
}
