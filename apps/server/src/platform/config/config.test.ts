import { describe, expect, it } from '@jest/globals'
import { readConfig } from './config.ts'

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      DATA_DIR: expect.stringMatching(/\.data$/),
      PROFILE: expect.stringMatching(/profile\.json$/),
    })
  })

  it('treats a blank variable as missing', () => {
    const config = readConfig({ PORT: '', ADMIN_PASSWORD: ' ' })
    expect(config.PORT).toBe(8080)
    expect(config.ADMIN_PASSWORD).toBeUndefined()
  })

  it('lists every mistake in one line, without the values', () => {
    const mistaken = {
      PORT: '80a',
      DEMO: 'yes',
      DATABASE_URL: 'mysql://u:secret@h/d',
      ADMIN_PASSWORD: 'secret',
      LOG_LEVEL: 'all',
      METRICS_PORT: '70000',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_TRACES_EXPORTER: 'jaeger',
      OTEL_TRACES_SAMPLER: 'some',
      OTEL_TRACES_SAMPLER_ARG: '2',
      FLOOD_LIMIT: '0',
      TRUST_PROXY: 'loopback, nginx',
      OUTBOUND_ALLOW: 'edc.example:8080, 10.0.0.0/40',
      OUTBOUND_HOSTS: 'https://edc.example',
      ALLOW_HTTP: 'true',
    }
    expect(() => readConfig(mistaken)).toThrow(
      expect.objectContaining({
        name: 'StartupError',
        message:
          'Please correct the environment: ' +
          'PORT must be a whole number from 0 to 65535; ' +
          'DATABASE_URL must be a URL that starts with postgres:// or postgresql://; ' +
          'ADMIN_PASSWORD must have 8 to 16 letters and digits, with upper case, lower case and at least one digit; ' +
          'DEMO must be 0 or 1; ' +
          'METRICS_PORT must be a whole number from 0 to 65535; ' +
          'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://; ' +
          'OTEL_TRACES_EXPORTER must be otlp or none; ' +
          'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, ' +
          'parentbased_always_off, parentbased_traceidratio; ' +
          'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1; ' +
          'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; ' +
          'TRUST_PROXY must be a comma-separated list of addresses, networks such as 10.0.0.0/8, loopback, linklocal or ' +
          'uniquelocal; ' +
          'FLOOD_LIMIT must be a whole number from 1 to 1000000; ' +
          'OUTBOUND_ALLOW must be a comma-separated list of hosts, addresses, both with an optional port, or networks ' +
          'such as 10.0.0.0/8; ' +
          'OUTBOUND_HOSTS must be a comma-separated list of hosts, or *.example.com for all subdomains; ' +
          'ALLOW_HTTP must be 0 or 1.',
      }),
    )
  })

  it('keeps the checkpoints of each database in a separate file, in the data folder or as configured', () => {
    const checkpointFile = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: '/d', ...env }).checkpointFile
    expect(checkpointFile({})).toBe('/d/audit-heads')
    expect(checkpointFile({ DATABASE_URL: 'postgres://u@h/users?sslmode=require' })).toBe(
      '/d/audit-heads-users',
    )
    expect(checkpointFile({ DATABASE_URL: 'postgres://u@h/../x' })).toBe('/d/audit-heads-x')
    expect(checkpointFile({ DATABASE_URL: 'postgres://u@h/a/..%2Fb' })).toBe('/d/audit-heads-a_..%2Fb')
    expect(checkpointFile({ AUDIT_HEADS: '/k/heads', DATABASE_URL: 'postgres://u@h/d' })).toBe('/k/heads')
  })

  it('keeps files in the data folder, or in the configured folder', () => {
    expect(readConfig({ DATA_DIR: '/d' })).toMatchObject({ filesFolder: '/d/files' })
    expect(readConfig({ DATA_DIR: '/d', FILES_DIR: '/shared' })).toMatchObject({ filesFolder: '/shared' })
    expect(readConfig({ S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3.local:9000' })).toMatchObject({
      S3_BUCKET: 'b',
    })
    const mistaken = { S3_REGION: 'eu', S3_ACCESS_KEY_ID: 'k', FILE_LIMIT: '1 GB' }
    expect(() => readConfig(mistaken)).toThrow('FILE_LIMIT must be a whole number from 1 to 50000')
    expect(() => readConfig({ ...mistaken, FILE_LIMIT: '' })).toThrow(
      'S3_REGION requires S3_BUCKET; S3_ACCESS_KEY_ID requires S3_BUCKET; ' +
        'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together',
    )
    expect(() => readConfig({ FILES_DIR: '/d', S3_BUCKET: 'b' })).toThrow(
      'FILES_DIR cannot be combined with S3_BUCKET',
    )
  })

  it('requires a database URL if an owner URL is set', () => {
    expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://o@h/d' })).toThrow('requires DATABASE_URL')
  })
})
