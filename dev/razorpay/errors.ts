/** Why a payment or a call failed, in the provider's words for source, step and reason. */
export interface FailureFacts {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  description: string
  field?: string
  source?: string
  step?: string
  reason?: string
  metadata?: Record<string, string>
}

/** The body of every error answer. */
export function errorBody(facts: FailureFacts) {
  return {
    error: {
      code: facts.code,
      description: facts.description,
      ...(facts.field === undefined ? {} : { field: facts.field }),
      source: facts.source ?? 'NA',
      step: facts.step ?? 'NA',
      reason: facts.reason ?? 'NA',
      metadata: facts.metadata ?? {},
    },
  }
}

/** An answer other than 2xx; `facts` becomes its body. */
export class ApiError extends Error {
  readonly status: number
  readonly facts: FailureFacts
  constructor(status: number, facts: FailureFacts) {
    super(facts.description)
    this.status = status
    this.facts = facts
  }
}

/** A request that breaks a rule of the API: 400 with the field it concerns. */
export function badRequest(description: string, field?: string): ApiError {
  return new ApiError(400, {
    code: 'BAD_REQUEST_ERROR',
    description,
    ...(field === undefined ? {} : { field }),
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
  })
}

/** The answer for every id that does not exist. */
export function unknownId(): ApiError {
  return badRequest('The id provided does not exist')
}
