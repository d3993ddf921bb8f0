import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Certificate } from './certificate.js';
import { makeAuthority, makeClientCertificate, makeServingCertificate } from './make-certificate.js';

const localhost = { commonName: 'localhost', hosts: ['localhost', '127.0.0.1', 'fe80::1:2', '::ffff:1.2.3.4', '::'] };

const addresses =
  'DNS:localhost, IP Address:127.0.0.1, IP Address:FE80:0:0:0:0:0:1:2, IP Address:0:0:0:0:0:FFFF:102:304, IP Address:0:0:0:0:0:0:0:0';

/** Returns the status of an answer to a client that trusts only `ca`. */
async function askServer(certificate: Certificate, ca: string): Promise<number | undefined> {
  const server = createServer({ ...certificate }, (_, response) => response.end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, ca, agent: false };
    get(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
}

it('makes certificates that vouch for themselves, for their names and for ten years', async () => {
  // Certificates contain random numbers, whose leading bits determine their encoding.
  for (let round = 0; round < 50; round += 1) {
    const { cert, key } = makeServingCertificate(localhost);
    const parsed = new X509Certificate(cert);
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(parsed.subjectAltName).toBe(addresses);
    expect(Date.parse(parsed.validTo) - Date.now()).toBeGreaterThan(3650 * 86_400_000 - 10_000);
    // A client whose clock is behind accepts it too, even if only by the milliseconds between two clocks of one machine.
    expect(Date.now() - Date.parse(parsed.validFrom)).toBeGreaterThan(3_590_000);
  }
  const certificate = makeServingCertificate(localhost);
  expect(await askServer(certificate, certificate.cert)).toBe(200);
});

it('makes authorities, and certificates that are trusted for their sake alone', async () => {
  const authority = makeAuthority('mine');
  const certificate = makeServingCertificate({ ...localhost, authority });
  expect(new X509Certificate(authority.cert).ca).toBe(true);
  expect(new X509Certificate(certificate.cert).ca).toBe(false);
  expect(await askServer(certificate, authority.cert)).toBe(200);
  await expect(askServer(certificate, makeAuthority('mine').cert)).rejects.toThrow(/certificate/);
});

it('makes certificates of users with their groups', () => {
  const authority = makeAuthority('mine');
  const { cert } = makeClientCertificate({ commonName: 'jane', organizations: ['admins', 'büro'], authority });
  const parsed = new X509Certificate(cert);
  expect(parsed.subject).toBe('O=admins\nO=büro\nCN=jane');
  expect(parsed.issuer).toBe('CN=mine');
  expect(parsed.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
  expect(parsed.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
});
