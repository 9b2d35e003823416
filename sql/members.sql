-- People who act for a company, and invitations. Ownership: company_id = :actor_id. A member's own record lies elsewhere
-- (a user is a company), and so does what leads from a user to the companies: each is asked by a statement of its own.

-- name: get_role(actor_id, member_id)$
SELECT m.role
  FROM company_members m
 WHERE m.company_id = :actor_id
   AND m.user_id = :member_id;

-- name: list_members(actor_id)
SELECT m.user_id, m.role, m.created_at
  FROM company_members m
 WHERE m.company_id = :actor_id
 ORDER BY m.created_at, m.user_id;

-- name: list_people(user_ids)
-- unowned: names and addresses of users who are members of the asking company
SELECT u.id, u.name, u.email
  FROM users u
 WHERE u.id = ANY (:user_ids::text[]);

-- name: hold_person(user_id)^
-- unowned: the user who becomes a member; whoever deletes them waits for it and then sees the membership
SELECT u.id, u.name, u.email
  FROM users u
 WHERE u.id = :user_id
   FOR KEY SHARE;

-- name: count_members(actor_id)$
SELECT count(*)
  FROM company_members m
 WHERE m.company_id = :actor_id;

-- name: create_member(actor_id, user_id, role)^
-- may be empty: a member already. A user of any company may become one.
INSERT INTO company_members AS made (company_id, user_id, role)
SELECT c.id, :user_id, :role
  FROM companies c
 WHERE c.id = :actor_id
    ON CONFLICT (company_id, user_id) DO NOTHING
RETURNING made.user_id, made.role, made.created_at;

-- name: update_member(actor_id, member_id, role)^
UPDATE company_members m
   SET role = :role
 WHERE m.company_id = :actor_id
   AND m.user_id = :member_id
RETURNING m.user_id, m.role, m.created_at;

-- name: delete_member(actor_id, member_id)$
DELETE FROM company_members m
 WHERE m.company_id = :actor_id
   AND m.user_id = :member_id
RETURNING m.user_id;

-- name: list_companies_of(user_id)
-- unowned: for whom a user may act, beside themselves; each company is then asked by a statement that names it
SELECT k.company_id
  FROM lookups k
 WHERE k.kind = 'member'
   AND split_part(k.value, ' ', 1) = :user_id
 ORDER BY k.company_id;

-- name: get_membership(actor_id, member_id)^
SELECT c.id, c.name, c.logo, c.timezone, m.role, m.created_at
  FROM company_members m
  JOIN companies c ON c.id = m.company_id
 WHERE m.company_id = :actor_id
   AND c.id = :actor_id
   AND m.user_id = :member_id;

-- name: count_invitations(actor_id)$
SELECT count(*)
  FROM company_invitations i
 WHERE i.company_id = :actor_id;

-- name: create_invitation(id, actor_id, email, role, invited_by, expires_at)^
INSERT INTO company_invitations AS made (company_id, id, email, role, invited_by, expires_at)
SELECT c.id, :id::uuid, :email, :role, :invited_by, :expires_at::timestamptz
  FROM companies c
 WHERE c.id = :actor_id
RETURNING made.id, made.email, made.role, made.invited_by, made.expires_at, made.created_at;

-- name: list_invitations(actor_id)
-- Newest first; expired ones, too, until they are cleared away.
SELECT i.id, i.email, i.role, i.invited_by, i.expires_at, i.created_at
  FROM company_invitations i
 WHERE i.company_id = :actor_id
 ORDER BY i.created_at DESC, i.id DESC;

-- name: get_invitation(invitation_id, actor_id)^
SELECT i.id, i.email, i.role, i.invited_by, i.expires_at, i.created_at
  FROM company_invitations i
 WHERE i.company_id = :actor_id
   AND i.id = :invitation_id;

-- name: delete_invitation(invitation_id, actor_id)^
DELETE FROM company_invitations i
 WHERE i.company_id = :actor_id
   AND i.id = :invitation_id
RETURNING i.id, i.email, i.role, i.invited_by, i.expires_at, i.created_at;

-- name: delete_invitation_to(email, actor_id)$
-- may be empty: nobody of this address is invited.
DELETE FROM company_invitations i
 WHERE i.company_id = :actor_id
   AND i.email = :email
RETURNING i.id;

-- name: list_expired_invitations(before, without, batch)
-- unowned: housekeeping over all companies; each invitation is then deleted by its company
SELECT i.company_id, i.id
  FROM company_invitations i
 WHERE i.expires_at < :before
   AND i.company_id <> ALL (:without::text[])
 ORDER BY i.expires_at
 LIMIT :batch;
