/** SQL: a mail was withdrawn because it no longer concerned its person. It was given up and expired in one statement. @param mail alias */
export const isWithdrawn = (mail: string): string => `${mail}.given_up_at = ${mail}.expires_at`
