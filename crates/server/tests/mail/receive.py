#!/usr/bin/env python3
"""A mail server for tests: prints its port, then a line of JSON for each mail that it has taken.

receive.py [starttls|tls|none] [CERTIFICATE KEY] [--login USER PASSWORD] [--refuse WORDS] [--hold ADDRESS]

Of the first mail to the address that is held it never says that it has taken it.
"""
import argparse, asyncio, email, email.policy, json, ssl
from aiosmtpd.smtp import AuthResult, SMTP

arguments = argparse.ArgumentParser()
arguments.add_argument("how", choices=["starttls", "tls", "none"])
arguments.add_argument("certificate", nargs="*")
arguments.add_argument("--login", nargs=2)
arguments.add_argument("--refuse")
arguments.add_argument("--hold")
given = arguments.parse_args()

tls = None
if given.certificate:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(*given.certificate)


def sign_in(server, session, envelope, mechanism, data):
    right = [data.login.decode(), data.password.decode()] == given.login
    return AuthResult(success=right, handled=False, message=None if right else "535 5.7.8 no such user")


class Receiver:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if given.refuse:
            return given.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        headers = {name: str(value) for name, value in mail.items()}
        told = {"from": envelope.mail_from, "to": envelope.rcpt_tos, "headers": headers, "text": mail.get_content(),
                "tls": session.ssl is not None or given.how == "tls", "user": session.authenticated}
        print(json.dumps(told), flush=True)
        if given.hold in envelope.rcpt_tos:
            given.hold = None
            await asyncio.Event().wait()
        return "250 OK"


def smtp():
    context = tls if given.how == "starttls" else None
    wanted = dict(auth_required=True, authenticator=sign_in, auth_require_tls=context is not None) if given.login else {}
    return SMTP(Receiver(), tls_context=context, require_starttls=context is not None, enable_SMTPUTF8=True, **wanted)


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(smtp, "127.0.0.1", 0, ssl=tls if given.how == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
