import type { Readable } from 'node:stream'
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '../../config.ts'
import { allEnded, type ErrorLog, fileNames, keyOfFile, type PhotoStorage, photosAway } from './photo-storage.ts'

const SOCKETS_MAX = 200
/** Requests are tried three times. Reads time out sooner, because a user is waiting. */
const ANSWER_WITHIN_MS = 10_000
const READ_WITHIN_MS = 4_000
/** The timeout of a body that stalls, or that the client does not read. */
const STALLED_MS = 10_000

/** Stores photos in a bucket of any S3 server, which it creates. Self-hosted servers need path-style addresses. */
export function s3Storage(s3: NonNullable<Config['s3']>, log: ErrorLog): PhotoStorage {
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Only Amazon understands the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: ANSWER_WITHIN_MS,
      // Otherwise the error would only be logged.
      throwOnRequestTimeout: true,
      socketTimeout: STALLED_MS,
      httpsAgent: { maxSockets: SOCKETS_MAX },
      httpAgent: { maxSockets: SOCKETS_MAX },
    },
  })
  const Bucket = s3.bucket

  async function put(name: string, data: Buffer): Promise<void> {
    const command = () =>
      client.send(
        new PutObjectCommand({
          Bucket,
          Key: name,
          Body: data,
          ContentLength: data.length,
          ContentType: 'image/webp',
          CacheControl: 'public, max-age=31536000, immutable',
        }),
      )
    try {
      await command()
    } catch (error) {
      if (!isNamed(error, 'NoSuchBucket')) throw error
      // Another process may have created it meanwhile.
      await client.send(new CreateBucketCommand({ Bucket })).catch(() => undefined)
      await command()
    }
  }

  /** A server that is unavailable, answers nonsense or refuses our credentials may answer later: only a missing file is final. */
  async function reached<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (isMissing(error)) throw error
      if (error instanceof S3ServiceException)
        log.error({ type: error.name, status: error.$metadata.httpStatusCode }, 'the photo bucket refused a request')
      throw photosAway()
    }
  }

  /** null: there is no such file. */
  const found = <T>(work: Promise<T>) =>
    reached(work).catch(error => {
      if (isMissing(error)) return null
      throw error
    })

  return {
    async save(key, { thumb, large }) {
      const names = fileNames(key)
      await reached(allEnded([put(names.thumb, thumb), put(names.large, large)]))
    },
    async remove(key) {
      const Objects = Object.values(fileNames(key)).map(Key => ({ Key }))
      const removing = async () => {
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        )
        const error = Errors.find(({ Code }) => Code !== 'NoSuchKey')
        if (error) throw new Error(`${error.Key} was not removed: ${error.Code}`)
      }
      await reached(removing())
    },
    async has(key) {
      const heads = Object.values(fileNames(key)).map(Key => client.send(new HeadObjectCommand({ Bucket, Key })))
      return (await found(Promise.all(heads))) !== null
    },
    async read(name) {
      if (!keyOfFile(name)) return null
      const get = new GetObjectCommand({ Bucket, Key: name })
      const file = await found(client.send(get, { requestTimeout: READ_WITHIN_MS }))
      return file?.Body && file.ContentLength !== undefined
        ? { body: file.Body as Readable, size: file.ContentLength }
        : null
    },
  }
}

const isNamed = (error: unknown, name: string) => error instanceof S3ServiceException && error.name === name
const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey')
