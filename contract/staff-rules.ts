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
/** Hours after which one person may decide alone, when nobody else could. */
export const aloneHours = 24
/** Section 269ST: cash of this amount or more is not taken from one person on a day or for one batch. */
export const cashLimitPaise = 20_000_000
/** Days for which staff may record money that they received earlier. */
export const offlineDays = 31
