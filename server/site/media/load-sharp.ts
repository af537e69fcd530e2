/** sharp, loaded with the first picture: a process starts sooner without it. */
export const loadSharp = async () => (await import('sharp')).default
