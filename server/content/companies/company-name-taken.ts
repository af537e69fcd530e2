import { conflict, type HttpError } from '../../errors.ts'

const message = 'Another company has this name.'

export const companyNameTaken = (): HttpError => conflict('name_taken', message, { name: [message] })
