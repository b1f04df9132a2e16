import { createHash, verify, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { Refused } from './login-faults.ts';

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
};

/** The content of a CMS SignedData (RFC 5652) and the certificate whose key signed it, once that is proven. */
export function openCms(der: Buffer): { content: Buffer; signer: X509Certificate } {
  const { content, certificates, signerInfo } = readSignedData(der);
  const signer = certificates.find((certificate) => isOf(signerInfo, certificate));
  if (!signer) throw new Refused('cms.cert.notFound');
  // A detached signature has no content to be proven.
  if (content === null || !isSignedBy(signerInfo, content, signer)) throw new Refused('cms.sign.invalid');
  return { content, signer };
}

interface SignerInfo {
  readonly issuer: Buffer;
  readonly serialNumber: string;
  readonly digestAlgorithm: string;
  readonly signatureAlgorithm: string;
  readonly signature: Buffer;
  readonly attributes: forge.asn1.Asn1 | null;
}

function readSignedData(der: Buffer): { content: Buffer | null; certificates: X509Certificate[]; signerInfo: SignerInfo } {
  try {
    const message = forge.asn1.fromDer(der.toString('binary'));
    if (oidOf(at(message, 0)) !== oids.signedData) throw new Refused('cms.bad');
    const signedData = childrenOf(at(message, 1, 0));
    const [, content] = childrenOf(signedData[2]);
    const tagged = (tag: number) =>
      signedData.find(({ tagClass, type }) => tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && (type as number) === tag);
    const signerInfos = signedData.at(-1);
    return {
      content: content ? bytesOf(at(content, 0)) : null,
      certificates: (tagged(0) ? childrenOf(tagged(0)) : []).map((each) => new X509Certificate(derOf(each))),
      signerInfo: readSignerInfo(at(signerInfos, 0)),
    };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('cms.bad');
  }
}

function readSignerInfo(info: forge.asn1.Asn1): SignerInfo {
  const parts = childrenOf(info);
  // Attributes are optional and stand before the algorithm of the signature.
  const attributes = parts.find(({ tagClass, type }) => tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && (type as number) === 0) ?? null;
  const after = parts.slice(attributes ? 4 : 3);
  return {
    issuer: derOf(at(parts[1], 0)),
    serialNumber: bytesOf(at(parts[1], 1)).toString('hex'),
    digestAlgorithm: oidOf(at(parts[2], 0)),
    attributes,
    signatureAlgorithm: oidOf(at(after[0], 0)),
    signature: bytesOf(at(after[1])),
  };
}

/** By issuer and serial number, as the signer is named. */
function isOf({ issuer, serialNumber }: SignerInfo, certificate: X509Certificate): boolean {
  const [, ...fields] = childrenOf(at(forge.asn1.fromDer(certificate.raw.toString('binary')), 0));
  const [serial, , name] = fields;
  return serial !== undefined && name !== undefined && bytesOf(serial).toString('hex') === serialNumber && derOf(name).equals(issuer);
}

function isSignedBy(info: SignerInfo, content: Buffer, { publicKey }: X509Certificate): boolean {
  const isSupported = info.digestAlgorithm === oids.sha256 && [oids.rsa, oids.sha256WithRsa].includes(info.signatureAlgorithm);
  if (!isSupported || publicKey.asymmetricKeyType !== 'rsa') return false;
  if (!info.attributes) return verify('sha256', content, publicKey, info.signature);
  const digest = createHash('sha256').update(content).digest();
  const attributeOf = (oid: string) => {
    const attribute = childrenOf(info.attributes).find((each) => oidOf(at(each, 0)) === oid);
    return attribute && at(attribute, 1, 0);
  };
  const [told, type] = [attributeOf(oids.messageDigest), attributeOf(oids.contentType)];
  if (!told || !bytesOf(told).equals(digest) || !type || oidOf(type) !== oids.data) return false;
  // What was signed is the SET of the attributes, without their tag in the message (RFC 5652, 5.4).
  const { create, Class, Type } = forge.asn1;
  const set = create(Class.UNIVERSAL, Type.SET, true, [...childrenOf(info.attributes)]);
  return verify('sha256', derOf(set), publicKey, info.signature);
}

function childrenOf(node: forge.asn1.Asn1 | null | undefined): forge.asn1.Asn1[] {
  if (!node || !Array.isArray(node.value)) throw new Refused('cms.bad');
  return node.value;
}

/** The descendant by its place among the children of each level. */
function at(node: forge.asn1.Asn1 | undefined, ...places: readonly number[]): forge.asn1.Asn1 {
  const found = places.reduce<forge.asn1.Asn1 | undefined>((inner, place) => childrenOf(inner)[place], node);
  if (!found) throw new Refused('cms.bad');
  return found;
}

/** Octets may come in pieces (BER). */
const bytesOf = ({ value }: forge.asn1.Asn1): Buffer =>
  Array.isArray(value) ? Buffer.concat(value.map(bytesOf)) : Buffer.from(value, 'binary');

const derOf = (node: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary');
const oidOf = (node: forge.asn1.Asn1): string => forge.asn1.derToOid(String(node.value));
