/** The facts of an error; source, step and reason are the provider's terms. */
export interface FailureFacts {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  description: string
  field?: string
  source?: string
  step?: string
  reason?: string
  metadata?: Record<string, string>
}

/** The body of every error response. */
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

/** An error response; `facts` becomes its body. */
export class ApiError extends Error {
  readonly status: number
  readonly facts: FailureFacts
  constructor(status: number, facts: FailureFacts) {
    super(facts.description)
    this.status = status
    this.facts = facts
  }
}

/** Returns a 400 for an invalid field. */
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

/** Returns the error for an id that does not exist. */
export function unknownId(): ApiError {
  return badRequest('The id provided does not exist')
}
