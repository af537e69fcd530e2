import { existsSync, readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type DemoFacts, demoStudents } from '#contract/page-rendering.ts'
import { assessSecret } from '#server/platform/secrets/assess-secret.ts'

const list = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string()).min(1))

const url = (protocol: RegExp) => z.url({ protocol })

/** Whether `@fastify/proxy-addr` accepts a setting; otherwise it would throw a stack trace at start. */
function namesProxies(setting: string): boolean {
  if (/^\d+$/.test(setting)) return true
  return setting.split(',').every((part) => {
    const [address = '', size, ...more] = part.trim().split('/')
    if (size === undefined) return isIPv4(address) || isIPv6(address) || /^(?:loopback|linklocal|uniquelocal)$/.test(address)
    const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
    return more.length === 0 && /^\d{1,3}$/.test(size) && Number(size) >= 1 && Number(size) <= most
  })
}

const environment = z.object({
  APP_ENV: z.enum(['demo', 'production', 'test']).default('production'),
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATABASE_URL: z.string().min(1, 'names the PostgreSQL to use'),
  DATABASE_MIGRATION_URL: z.string().optional(),
  SMTP_URL: url(/^smtps?$/),
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(1000).default(20),
  MAIL_FROM: z.string().min(3),
  RAZORPAY_KEY_ID: list,
  RAZORPAY_KEY_SECRET: list,
  RAZORPAY_WEBHOOK_SECRET: list,
  RAZORPAY_API_URL: url(/^https?$/).default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: url(/^https?$/).default('https://checkout.razorpay.com/v1/checkout.js'),
  PUBLIC_URL: url(/^https?$/),
  AUTH_SECRET: list.refine((all) => all.every((one) => one.length >= 32), 'needs at least 32 characters each'),
  IMAGE_BASE_URL: z.union([z.literal(''), url(/^https?$/)]).default(''),
  RECORDINGS_DIR: z.string().default(fileURLToPath(new URL('./classes/recordings/demo', import.meta.url))),
  RECORDING_HOSTS: list.optional(),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  DATA_DIR: z.string().default('.data'),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).max(1_000_000).default(512),
  S3_URL: url(/^https?$/).optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DRAIN_MS: z.coerce.number().int().min(0).max(300_000).optional(),
  TRUST_PROXY: z.string().refine(namesProxies, 'takes addresses, networks as 10.0.0.0/8, or a number of hops').optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  DEMO_STAFF_FILE: z.string().optional(),
  DEMO_STUDENTS_FILE: z.string().optional(),
  INBOX_URL: url(/^https?$/).optional(),
  CLASSROOM_UDP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CLASSROOM_PUBLIC_ADDRESS: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6()])).max(4))
    .optional(),
  CLASSROOM_ENGINES: z.coerce.number().int().min(0).max(64).default(1),
  CLASSROOM_MAX_VIEWERS: z.coerce.number().int().min(1).max(10_000).default(150),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  ENQUIRY_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(730),
})

export interface S3Settings {
  /** Endpoint and bucket, without a slash at the end. */
  url: string
  accessKey: string
  secretKey: string
}

interface ClassroomSettings {
  /** Processes that carry sound and pictures of classes. */
  engines: number
  /** Of the first engine; the others have the next ones. 0 for any free port. */
  udpPort: number
  /** Address of the machine on which engines listen; undefined for all. */
  bindAddress: string | undefined
  /** Told to browsers in place of the machine's own addresses. */
  publicAddresses: readonly string[] | undefined
  /** People who may watch at once by one engine. */
  maxViewers: number
}

export interface ProviderKey {
  id: string
  secret: string
}

export interface Config {
  environment: 'demo' | 'production' | 'test'
  /** Vite serves the pages with hot reload. */
  development: boolean
  host: string
  port: number
  databaseUrl: string
  /** The same database as the role that owns its tables, when the application runs as another role. */
  databaseMigrationUrl: string | undefined
  smtpUrl: string
  /** Rejects a mail server without TLS, because codes and receipts would be sent in plain text. */
  smtpRequiresTls: boolean
  /** Connections that the mail server takes at once from this process. */
  smtpConnections: number
  mailFrom: string
  provider: {
    apiUrl: string
    checkoutUrl: string
    /** The first signs, all verify. */
    keys: readonly ProviderKey[]
    webhookSecrets: readonly string[]
  }
  /** Without a trailing slash. */
  publicUrl: string
  /** The first signs, all verify. */
  authSecrets: readonly string[]
  imageBaseUrl: string
  /** Folder of the recordings with a path `media/recordings/…`. */
  recordingsDir: string
  /** Origins whose video files and playlists the pages with a player may fetch. */
  recordingOrigins: readonly string[]
  /** The program that makes uploaded videos into HLS, where there is one. */
  ffmpegPath: string
  /** Folder of everything that is stored in files. */
  dataDir: string
  /** Bytes of the disk of `dataDir` that uploads and exports leave free, so that the database can go on; 0 means no check. */
  diskReserveBytes: number
  /** Folder of uploaded recordings, and of those that are being prepared; a bucket keeps them where there is one. */
  uploadedRecordingsDir: string
  /** Folder of uploaded pictures, used unless there is a bucket. */
  mediaDir: string
  s3Url: string | undefined
  /** The bucket of uploaded pictures and recordings; undefined without its keys. */
  s3: S3Settings | undefined
  metricsToken: string | undefined
  /** Port of a separate listener for `/metrics`. */
  metricsPort: number | undefined
  /** Milliseconds from the stop signal to closing the listener, during which `/ready` answers 503. */
  drainMs: number
  trustProxy: string | undefined
  /** Multiplies the limits per network and address. */
  rateLimitFactor: number
  classroom: ClassroomSettings
  /** Where backups are made each night; undefined when they are not, because the folder or the passphrase is missing. */
  backupDir: string | undefined
  /** Days for which backups are kept, in place of the setting. */
  backupKeepDays: number | undefined
  /** Retention of enquiries in days. */
  enquiryRetentionDays: number
  /** Staff accounts of the demo; undefined in every other environment. */
  demoStaffFile: string | undefined
  /** What pages of the demo tell; undefined in every other environment. */
  demo: DemoFacts | undefined
}

/** The disk of DATA_DIR and what stays free there, for a command that needs no other setting. */
export function readDisk(given: NodeJS.ProcessEnv, root: string): Pick<Config, 'dataDir' | 'diskReserveBytes'> {
  const env = environment.pick({ DATA_DIR: true, DISK_RESERVE_MB: true }).parse(given)
  return { dataDir: resolve(root, env.DATA_DIR), diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024 }
}

/** Settings of the commands about backups, which run without a server. */
export interface BackupConfig extends Pick<Config, 'dataDir' | 'diskReserveBytes' | 's3' | 'backupKeepDays'> {
  backupDir: string | undefined
  passphrase: string | undefined
  /** Variables that a server of the same school needs elsewhere: secrets and addresses. */
  variables: Record<string, string>
}

/** Variables that are of a machine and not of the school, or that open the sealed ones. */
const ofTheMachine =
  /^(?:APP_ENV|NODE_ENV|HOST|PORT|DATABASE_.*|DATA_DIR|DEMO_.*|INBOX_URL|BACKUP_.*|RECORDINGS_DIR|METRICS_PORT|FFMPEG_PATH)$/

/** @throws ConfigError with every problem, one per line */
export function readBackupConfig(source: NodeJS.ProcessEnv, root: string): BackupConfig {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment
    .pick({
      DATA_DIR: true,
      DISK_RESERVE_MB: true,
      S3_URL: true,
      S3_ACCESS_KEY: true,
      S3_SECRET_KEY: true,
      BACKUP_DIR: true,
      BACKUP_PASSPHRASE: true,
      BACKUP_KEEP_DAYS: true,
    })
    .safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'))
  const env = parsed.data
  const names = Object.keys(environment.shape).filter((name) => !ofTheMachine.test(name))
  return {
    dataDir: resolve(root, env.DATA_DIR),
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    s3: s3Settings(env),
    backupDir: env.BACKUP_DIR === undefined ? undefined : resolve(root, env.BACKUP_DIR),
    passphrase: env.BACKUP_PASSPHRASE,
    backupKeepDays: env.BACKUP_KEEP_DAYS,
    variables: Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
  }
}

/** What `npm run health` looks at. A setting that its environment lacks makes its checks leave out. */
export type HealthConfig = Pick<Config, 'environment' | 'dataDir' | 'diskReserveBytes' | 'backupDir'> & {
  mailFrom: string | undefined
  publicUrl: string | undefined
  providerUrl: string | undefined
  /** Where the server of this machine listens. */
  server: string
}

/** @throws ConfigError with every problem, one per line */
export function readHealthConfig(source: NodeJS.ProcessEnv, root: string): HealthConfig {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment
    .pick({
      APP_ENV: true,
      HOST: true,
      PORT: true,
      DATA_DIR: true,
      DISK_RESERVE_MB: true,
      BACKUP_DIR: true,
      BACKUP_PASSPHRASE: true,
      RAZORPAY_API_URL: true,
    })
    .extend({ MAIL_FROM: environment.shape.MAIL_FROM.optional(), PUBLIC_URL: environment.shape.PUBLIC_URL.optional() })
    .safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'))
  const env = parsed.data
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
  return {
    environment: env.APP_ENV,
    dataDir: resolve(root, env.DATA_DIR),
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    backupDir: env.BACKUP_DIR !== undefined && env.BACKUP_PASSPHRASE !== undefined ? resolve(root, env.BACKUP_DIR) : undefined,
    mailFrom: env.MAIL_FROM,
    publicUrl: env.PUBLIC_URL === undefined ? undefined : withoutSlash(env.PUBLIC_URL),
    // Without an address of one's own, the provider's is asked for its clock alone.
    providerUrl: withoutSlash(env.RAZORPAY_API_URL),
    server: `http://${isIPv6(host) ? `[${host}]` : host}:${env.PORT}`,
  }
}

/** Thrown with every problem of the environment, one per line. */
export class ConfigError extends Error {}

export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable counts as not set, because compose files and shells produce such variables.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map(
          (issue) =>
            `${String(issue.path[0])}: ${/received undefined$|^This field is required\.$/.test(issue.message) ? 'is missing' : issue.message}`,
        )
        .join('\n'),
    )
  }
  const env = parsed.data
  const problems: string[] = []
  if (env.RAZORPAY_KEY_ID.length !== env.RAZORPAY_KEY_SECRET.length) {
    problems.push('RAZORPAY_KEY_SECRET: needs one secret for each id of RAZORPAY_KEY_ID, in the same order')
  }
  if ((env.S3_ACCESS_KEY === undefined) !== (env.S3_SECRET_KEY === undefined)) {
    problems.push('S3_SECRET_KEY: S3_ACCESS_KEY and S3_SECRET_KEY are set together')
  }
  if (env.S3_ACCESS_KEY !== undefined && env.S3_URL === undefined) problems.push('S3_URL: is missing, and S3_ACCESS_KEY is set')
  for (const host of env.RECORDING_HOSTS ?? []) {
    if (!isHostName(host)) problems.push(`RECORDING_HOSTS: ${host} is not a host name, such as videos.example.com`)
  }
  if (env.APP_ENV === 'production') problems.push(...problemsInProduction(env))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    environment: env.APP_ENV,
    development: env.NODE_ENV === 'development',
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL,
    smtpUrl: env.SMTP_URL,
    smtpConnections: env.SMTP_CONNECTIONS,
    smtpRequiresTls: env.APP_ENV === 'production' && !isLoopback(env.SMTP_URL),
    mailFrom: env.MAIL_FROM,
    provider: {
      apiUrl: withoutSlash(env.RAZORPAY_API_URL),
      checkoutUrl: env.RAZORPAY_CHECKOUT_URL,
      keys: env.RAZORPAY_KEY_ID.map((keyId, index) => ({ id: keyId, secret: env.RAZORPAY_KEY_SECRET[index] ?? '' })),
      webhookSecrets: env.RAZORPAY_WEBHOOK_SECRET,
    },
    publicUrl: withoutSlash(env.PUBLIC_URL),
    authSecrets: env.AUTH_SECRET,
    imageBaseUrl: withoutSlash(env.IMAGE_BASE_URL),
    recordingsDir: resolve(env.RECORDINGS_DIR),
    recordingOrigins: recordingOrigins(env),
    ffmpegPath: env.FFMPEG_PATH,
    dataDir: resolve(env.DATA_DIR),
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    uploadedRecordingsDir: resolve(env.DATA_DIR, 'recordings'),
    mediaDir: resolve(env.DATA_DIR, 'media'),
    s3Url: env.S3_URL,
    s3: s3Settings(env),
    metricsToken: env.METRICS_TOKEN,
    metricsPort: env.METRICS_PORT,
    drainMs: env.DRAIN_MS ?? (env.APP_ENV === 'production' ? 5000 : 0),
    trustProxy: env.TRUST_PROXY,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    classroom: classroomSettings(env),
    backupDir: env.BACKUP_DIR !== undefined && env.BACKUP_PASSPHRASE !== undefined ? resolve(env.BACKUP_DIR) : undefined,
    backupKeepDays: env.BACKUP_KEEP_DAYS,
    enquiryRetentionDays: env.ENQUIRY_RETENTION_DAYS,
    demoStaffFile: env.APP_ENV === 'demo' ? env.DEMO_STAFF_FILE : undefined,
    demo: env.APP_ENV === 'demo' ? demoFacts(env) : undefined,
  }
}

function classroomSettings(env: z.output<typeof environment>): ClassroomSettings {
  const everywhere = env.HOST === '0.0.0.0' || env.HOST === '::'
  return {
    engines: env.CLASSROOM_ENGINES,
    udpPort: env.CLASSROOM_UDP_PORT ?? (env.PORT === 0 ? 0 : Math.min(env.PORT + 3, 65_535)),
    // Only an address that is told to browsers opens the engine to other machines, or the one on which the site itself listens.
    bindAddress: env.CLASSROOM_PUBLIC_ADDRESS !== undefined || everywhere ? undefined : env.HOST,
    publicAddresses: env.CLASSROOM_PUBLIC_ADDRESS,
    maxViewers: env.CLASSROOM_MAX_VIEWERS,
  }
}

function demoFacts({ INBOX_URL: inboxUrl, DEMO_STUDENTS_FILE: file }: z.output<typeof environment>): DemoFacts {
  const students = file !== undefined && existsSync(file) ? demoStudents.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  return { inboxUrl, students }
}

function s3Settings(
  env: Pick<z.output<typeof environment>, 'S3_URL' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'>,
): S3Settings | undefined {
  const { S3_URL: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = env
  if (url === undefined || accessKey === undefined || secretKey === undefined) return undefined
  return { url: withoutSlash(url), accessKey, secretKey }
}

/** Whether a text is the name of one host, without a scheme, port or wildcard: it becomes a source of a security policy. */
function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label))
}

function recordingOrigins({ IMAGE_BASE_URL, S3_URL, RECORDING_HOSTS = [] }: z.output<typeof environment>): string[] {
  const own = [IMAGE_BASE_URL, S3_URL].flatMap((address) => (address ? [new URL(address).origin] : []))
  return [...new Set([...own, ...RECORDING_HOSTS.map((host) => `https://${host.toLowerCase()}`)])]
}

function withoutSlash(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}

type Environment = z.output<typeof environment>

/** Returns settings that are allowed in a demo but not in production. */
function problemsInProduction(env: Environment): string[] {
  const problems: string[] = []
  const standIn = env.RAZORPAY_KEY_ID.find((key) => !key.startsWith('rzp_live_'))
  if (standIn) {
    problems.push(
      `RAZORPAY_KEY_ID: ${standIn.slice(0, 12)}… is a test or sandbox key; production takes live keys (rzp_live_…) only`,
    )
  }
  for (const name of ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL', 'PUBLIC_URL', 'IMAGE_BASE_URL', 'S3_URL'] as const) {
    const address = env[name]
    if (address && new URL(address).protocol === 'http:' && !isLoopback(address))
      problems.push(`${name}: needs https in production`)
  }
  const options = [...new URL(env.SMTP_URL).searchParams.keys()].filter((name) =>
    /^(?:requireTLS|ignoreTLS|secure|tls)/i.test(name),
  )
  if (options.length > 0 && !isLoopback(env.SMTP_URL))
    problems.push(`SMTP_URL: takes no ${options[0]} in production; mail goes out over TLS`)
  // The provider generates its key secrets; an operator chooses these.
  const secrets = [
    ['AUTH_SECRET', env.AUTH_SECRET, 32],
    ['RAZORPAY_WEBHOOK_SECRET', env.RAZORPAY_WEBHOOK_SECRET, 16],
    ['METRICS_TOKEN', env.METRICS_TOKEN === undefined ? [] : [env.METRICS_TOKEN], 32],
  ] as const
  for (const [name, values, leastLength] of secrets) {
    const problem = values.map((value) => assessSecret(value, leastLength)).find((one) => one !== undefined)
    if (problem !== undefined) problems.push(`${name}: ${problem}`)
  }
  return problems
}

/** Whether an address is on this machine. */
function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}
