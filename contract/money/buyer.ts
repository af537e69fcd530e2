import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { line, paragraph } from '#contract/fields.ts'
import { hasPrintableScripts, printableMessage } from '#contract/printable.ts'
import { isGstin, isStateCode } from '#contract/indian-states.ts'

const gstinMessage = 'This is not a valid GSTIN. Please check its 15 characters.'
const buyerFields = {
  state_code: z.string('Please choose a State.').refine(isStateCode, 'Please choose a State.'),
  company_name: line(120).refine(hasPrintableScripts, printableMessage).optional(),
  gstin: z.string(gstinMessage).trim().toUpperCase().refine(isGstin, gstinMessage).optional(),
  address: paragraph(300).refine(hasPrintableScripts, printableMessage).optional(),
}
/** Who a student buys for. A GSTIN is of the State and comes with the company's name and address, as an invoice prints them. */
export const buyerBody = z.strictObject(buyerFields).superRefine(({ state_code, company_name, gstin, address }, context) => {
  const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (gstin === undefined) return
  if (gstin.slice(0, 2) !== state_code) report('gstin', 'This GSTIN is of another State.')
  if (!company_name) report('company_name', 'An invoice with a GSTIN needs the name of the company.')
  if (!address) report('address', 'An invoice with a GSTIN needs the address of the company.')
})
export type BuyerInput = z.input<typeof buyerBody>
const buyerRecord = z.object({
  state_code: z.string(),
  company_name: z.string().nullable(),
  gstin: z.string().nullable(),
  address: z.string().nullable(),
})
export type BuyerRecord = z.output<typeof buyerRecord>
const buyerExample = {
  state_code: '27',
  company_name: 'Example Private Limited',
  gstin: '27ABCDE1234F1Z0',
  address: '4 Baner Road, Pune 411045',
}
export const saveBuyer = endpoint({
  name: 'saveBuyer',
  method: 'PUT',
  path: '/payment/buyer/',
  tag: 'Payments',
  summary: 'Save State and company of the student for receipts; unpaid orders take them too',
  access: 'student',
  body: buyerBody,
  answers: { 200: buyerRecord },
  errors: [401],
  example: { body: buyerExample, answer: buyerExample },
})
export const readBuyer = endpoint({
  name: 'readBuyer',
  method: 'GET',
  path: '/payment/buyer/',
  tag: 'Payments',
  summary: 'State and company as the student last gave them; null before the first time',
  access: 'student',
  answers: { 200: z.object({ buyer: buyerRecord.nullable() }) },
  errors: [401],
  example: { answer: { buyer: buyerExample } },
})
