import { join } from 'node:path'

/**
 * Lets every Node process of a test run keep what it compiled, for the next process to load: a server that a test spawns then starts in
 * two thirds of the CPU time. Processes get it through their environment.
 */
export function cacheCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
}
