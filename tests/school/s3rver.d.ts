/** The part of s3rver that the tests use. It has no types of its own. */
declare module 's3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }

  export default class S3rver {
    constructor(options: Options)
    /** Starts listening. */
    run(): Promise<{ address: string; port: number; family: string }>
    close(): Promise<void>
  }
}
