-- The audit log, read-only; triggers write it. Ownership: audit_log.company_id = :actor_id.

-- name: count_audit(actor_id, actor_user_id, target_type, target_id, action, since, until)$
-- NULL: there is no such user (any more), and nobody may read what the log keeps.
SELECT CASE WHEN EXISTS (SELECT FROM users u WHERE u.id = :actor_id) THEN count(*) END
  FROM audit_log a
 WHERE a.company_id = :actor_id
   AND (:actor_user_id::text IS NULL OR a.actor_user_id = :actor_user_id)
   AND (:target_type::text IS NULL OR a.target_type = :target_type)
   AND (:target_id::text IS NULL OR a.target_id = :target_id)
   AND (:action::text IS NULL OR a.action = :action)
   AND (:since::timestamptz IS NULL OR a.created_at >= :since)
   AND (:until::timestamptz IS NULL OR a.created_at < :until);

-- name: list_audit(actor_id, actor_user_id, target_type, target_id, action, since, until, limit, offset)
-- Newest first.
SELECT a.id, a.actor_user_id, a.actor_type, a.action, a.target_type, a.target_id, a.changes, a.request_id, a.created_at
  FROM audit_log a
 WHERE a.company_id = :actor_id
   AND (:actor_user_id::text IS NULL OR a.actor_user_id = :actor_user_id)
   AND (:target_type::text IS NULL OR a.target_type = :target_type)
   AND (:target_id::text IS NULL OR a.target_id = :target_id)
   AND (:action::text IS NULL OR a.action = :action)
   AND (:since::timestamptz IS NULL OR a.created_at >= :since)
   AND (:until::timestamptz IS NULL OR a.created_at < :until)
 ORDER BY a.created_at DESC, a.id DESC
 LIMIT :limit OFFSET :offset;
