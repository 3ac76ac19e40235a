import { expect, test } from 'vitest'
import { awsSignature } from './aws-signature.ts'

test('the signature matches the published AWS example', () => {
  const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const request = {
    method: 'GET',
    target: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': emptyHash,
      'x-amz-date': '20130524T000000Z',
    },
  }
  const signature = awsSignature(request, {
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    scope: '20130524/us-east-1/s3/aws4_request',
    signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
  })
  expect(signature).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})
