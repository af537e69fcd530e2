/**
 * SQL that holds for an account that gets mails about its classes: neither disabled nor erased.
 * @param user alias of `users`
 */
export const isReachable = (user: string): string => `${user}.disabled_at is null and ${user}.erased_at is null`
