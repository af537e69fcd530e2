/** Numbers of staff accounts, each defined only here. */

/** Minutes for which a second factor counts for calls that ask for a step-up. */
export const stepUpMinutes = 15
/** Wrong second factors of an account and network, and the minutes in which they count. */
export const factorTries = { most: 5, minutes: 15 } as const
/** A session ends after so many hours without use, and after so many days in any case. */
export const sessionLimits = { idleHours: 8, days: 7 } as const
export const invitationHours = 24
export const challengeMinutes = 5
export const recoveryCodeCount = 10
/** Passkeys that one person may have. */
export const maxPasskeys = 10
