import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, parseAddress } from './listen.js';
import { makeServingCertificate } from './make-certificate.js';

const flag = '--health-probe-bind-address';

describe('an address', () => {
  it.each([
    [':8081', undefined, 8081],
    ['127.0.0.1:0', '127.0.0.1', 0],
    ['localhost:80', 'localhost', 80],
    ['[::1]:65535', '::1', 65_535],
    ['[::]:1', '::', 1],
  ])('is read as Go reads it: %s', (text, host, port) => {
    expect(parseAddress(text, flag)).toEqual({ host, port, flag });
  });

  it.each(['', '0'])('may be none: "%s"', (text) => {
    expect(parseAddress(text, flag)).toBeUndefined();
  });

  it.each(['8081', 'localhost', ':', ':http', ':65536', '::1:80', 'a b:80', 'http://localhost:80', '-1', ':-1'])(
    'that is wrong is refused with the flag that said it: %s',
    (text) => {
      expect(() => parseAddress(text, flag)).toThrow(
        `${flag}: "${text}" is not an address: write :8080, host:8080, [::1]:8080, or 0 for none`,
      );
    },
  );
});

describe('a server', () => {
  it('says which port is taken, and which flag to change', async () => {
    const first = await listen(parseAddress('127.0.0.1:0', flag)!, () => undefined);
    onTestFinished(() => first.close());
    await expect(listen(parseAddress(`127.0.0.1:${first.port}`, flag)!, () => undefined)).rejects.toThrow(
      `cannot listen on 127.0.0.1:${first.port}: another process already uses this address; choose another address with ${flag}`,
    );
  });

  it('says of an address that it is not one of this machine', async () => {
    const elsewhere = listen(parseAddress('192.0.2.1:0', flag)!, () => undefined);
    await expect(elsewhere).rejects.toThrow(
      /cannot listen on 192\.0\.2\.1:0: the address does not belong to this machine/,
    );
  });

  it('refuses a certificate that is none, or is not that of its key', async () => {
    const [one, other] = [makeServingCertificate({ commonName: 'a' }), makeServingCertificate({ commonName: 'b' })];
    for (const certificate of [
      { ...one, key: other.key },
      { cert: 'x', key: 'y' },
    ]) {
      const server = listen(parseAddress('127.0.0.1:0', flag)!, () => undefined, certificate);
      await expect(server).rejects.toThrow(/^the certificate and its key cannot be used: /);
    }
  });

  it('speaks TLS 1.2 and newer, and HTTP/1.1 alone', async () => {
    const certificate = makeServingCertificate({ commonName: 'localhost', hosts: ['127.0.0.1'] });
    const server = await listen(parseAddress('127.0.0.1:0', flag)!, (_, response) => response.end(), certificate);
    onTestFinished(() => server.close());
    const handshake = (options: object) =>
      new Promise<{ protocol: string | null; alpn: string | false | null }>((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: server.port, ca: certificate.cert, ...options }, () => {
          resolve({ protocol: socket.getProtocol(), alpn: socket.alpnProtocol });
          socket.destroy();
        }).once('error', reject);
      });
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toMatchObject({ protocol: 'TLSv1.2' });
    expect(await handshake({ ALPNProtocols: ['h2', 'http/1.1'] })).toEqual({ protocol: 'TLSv1.3', alpn: 'http/1.1' });
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' };
    await expect(handshake(old)).rejects.toThrow(/protocol version/);
  });
});
